import { type ReactNode, useEffect } from "react";
import { useSay } from "../texts/texts";
import { Icon } from "./Icon";
import { Link } from "./navigation";

export interface Crumb {
  label: string;
  href: string;
}

export interface PageProps {
  title: string;
  /** One line below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  crumbs?: readonly Crumb[] | undefined;
  /** Forms read best in a narrow column. */
  isNarrow?: boolean | undefined;
  children: ReactNode;
}

/** A page of the console: its title is also the title of the window. */
export function Page({ title, lead, actions, crumbs, isNarrow, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Tonnage`;
  }, [title]);
  return (
    <div className={isNarrow ? "page narrow" : "page"}>
      {crumbs && crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <div className="soft">{lead}</div>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const say = useSay();
  return (
    <nav aria-label={say("kit-crumbs")} className="crumbs small">
      {crumbs.map((crumb) => (
        <span key={crumb.href}>
          <Link href={crumb.href}>{crumb.label}</Link>
          <Icon name="next" size={14} />
        </span>
      ))}
    </nav>
  );
}

/** A part of a page with a heading of its own. */
export function Section({
  title,
  actions,
  help,
  children,
}: {
  title: string;
  actions?: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card section">
      <div className="row spread">
        <h2>{title}</h2>
        {actions && <div className="row">{actions}</div>}
      </div>
      {help && <div className="soft small">{help}</div>}
      {children}
    </section>
  );
}

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (Fact | undefined)[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) =>
        fact === undefined || fact.value === undefined || fact.value === null || fact.value === "" ? null : (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
