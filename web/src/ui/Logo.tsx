import { useState } from "react";

interface LogoProps {
  /** None where the page may not load it. */
  source: string | undefined;
  /** Read out with the picture. */
  label: string;
  /** Whose logo it is, shown where the picture cannot be. */
  name: string;
  className?: string;
}

/** A customer's logo; in its place the name in words where it cannot be shown, never a broken picture. */
export function Logo({ source, label, name, className = "logo" }: LogoProps) {
  const [failed, setFailed] = useState<string>();
  if (source === undefined || source === failed) return <span className="logo-name">{name}</span>;
  return (
    <img
      className={className}
      src={source}
      alt={label}
      referrerPolicy="no-referrer"
      onError={() => setFailed(source)}
    />
  );
}
