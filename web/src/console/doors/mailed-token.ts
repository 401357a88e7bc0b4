import { useState } from "react";

/** The one-time token of a mailed link. It leaves the address bar at once, so that no screenshot or history keeps it. */
export function useMailedToken(): string {
  const [token] = useState(takeToken);
  return token;
}

// React may draw a page twice before it is shown; the second time the address no longer has the token.
let taken = "";

function takeToken(): string {
  const address = new URL(window.location.href);
  const token = address.searchParams.get("token");
  if (token === null) return taken;
  taken = token;
  address.searchParams.delete("token");
  window.history.replaceState(window.history.state, "", address);
  return token;
}
