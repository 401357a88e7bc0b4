import { type ReactNode, useEffect } from "react";
import { LanguageSwitch } from "../../texts/page";

/** A page for those who are not signed in: one card with one thing to do. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tonnage`;
  }, [title]);
  return (
    <div className="door">
      <header className="row spread">
        <span className="mark">Tonnage</span>
        <LanguageSwitch />
      </header>
      <main>
        <div className="card stack">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
