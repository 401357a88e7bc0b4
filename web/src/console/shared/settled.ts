import { useEffect, useState } from "react";

/** A value once it has stayed the same for a while, so that not every letter that is typed asks the server. */
export function useSettled<T>(value: T, milliseconds = 500): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
