import { useLocation } from "@tanstack/react-router";
import type { Action } from "../../facts/policy";
import { classes, Icon, Link } from "../../kit";
import { useSay } from "../../texts/texts";
import { AREAS, type Area, GROUPS, type Group } from "../areas";
import { useSession } from "../session/useSession";

/** The areas by groups; what a role may not see is not there. */
export function Navigation({ isOpen }: { isOpen: boolean }) {
  const say = useSay();
  const { may } = useSession();
  return (
    <nav id="navigation" className={classes("navigation", isOpen && "open")} aria-label={say("frame-navigation")}>
      {GROUPS.map((group) => (
        <NavigationGroup key={group} group={group} areas={areasOf(group, may)} />
      ))}
    </nav>
  );
}

function areasOf(group: Group, may: (action: Action) => boolean): Area[] {
  return AREAS.filter((area) => area.group === group && (area.needs === undefined || may(area.needs)));
}

function NavigationGroup({ group, areas }: { group: Group; areas: Area[] }) {
  const say = useSay();
  const { pathname } = useLocation();
  if (areas.length === 0) return null;
  return (
    <div className="navigation-group">
      <h2 id={`group-${group}`}>{say(`frame-group-${group}`)}</h2>
      <ul aria-labelledby={`group-${group}`}>
        {areas.map((area) => (
          <li key={area.id}>
            <Link href={area.path} aria-current={isHere(area, pathname) ? "page" : undefined}>
              <Icon name={area.icon} />
              {say(area.label)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function isHere(area: Area, pathname: string): boolean {
  return pathname === area.path || (area.path !== "/" && pathname.startsWith(`${area.path}/`));
}
