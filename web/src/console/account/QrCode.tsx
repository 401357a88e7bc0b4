import { useMemo } from "react";
import { useSay } from "../../texts/texts";
import { qrCode, qrPath } from "./qr/qr";
import "./account.css";

/** A QR code as a drawing, dark on light in either theme, because many cameras read it no other way. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const say = useSay();
  const drawn = useMemo(() => {
    const matrix = qrCode(text);
    return matrix && qrPath(matrix);
  }, [text]);
  if (!drawn) return <p className="soft">{say("account-mfa-no-qr")}</p>;
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={drawn.size} height={drawn.size} fill="#ffffff" />
      <path d={drawn.path} fill="#000000" />
    </svg>
  );
}
