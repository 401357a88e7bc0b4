import { correction, generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { useMemo } from "react";
import { useSay } from "../../texts/texts";
import "./account.css";

/** Readers need a light border of four modules. */
const BORDER = 4;
/** Larger codes have modules too small for a camera to tell apart at the size we draw. Version 10 holds 213 bytes. */
const MAX_VERSION = 10;

/** A QR code as a drawing, dark on light in either theme, because many cameras read it no other way. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const say = useSay();
  const drawn = useMemo(() => drawQrCode(text), [text]);
  if (!drawn) return <p className="soft">{say("account-mfa-no-qr")}</p>;
  const size = drawn.size + 2 * BORDER;
  return (
    <svg
      className="qr"
      viewBox={`${-BORDER} ${-BORDER} ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-BORDER} y={-BORDER} width={size} height={size} fill="#ffffff" />
      <path d={drawn.path} fill="#000000" />
    </svg>
  );
}

/** The dark modules as one path, one unit each; `undefined` if the text is too long for a code. */
export function drawQrCode(text: string): { size: number; path: string } | undefined {
  try {
    const code = generate(text, { minCorrectionLevel: correction.M, maxVersion: MAX_VERSION });
    return { size: code.size, path: toSvgPath(code) };
  } catch {
    return undefined;
  }
}
