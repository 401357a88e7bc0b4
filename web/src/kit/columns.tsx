import { useState } from "react";
import { useSay } from "../texts/texts";
import { MultiSelect } from "./MultiSelect";
import { readLocal, writeLocal } from "./remember";
import { shownColumns } from "./rows";
import type { Column } from "./Table";

/** The columns that this reader wants to see, remembered on the device by the name of the list. */
export function useColumns<T>(list: string, columns: readonly Column<T>[]) {
  const [hidden, setHidden] = useState(() => readLocal<string[]>(`columns.${list}`) ?? []);
  const hide = (next: string[]) => {
    setHidden(next);
    writeLocal(`columns.${list}`, next);
  };
  return {
    shown: shownColumns(columns, hidden),
    chooser: <ColumnChooser columns={columns} hidden={hidden} onHide={hide} />,
  };
}

interface ChooserProps<T> {
  columns: readonly Column<T>[];
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
}

function ColumnChooser<T>({ columns, hidden, onHide }: ChooserProps<T>) {
  const say = useSay();
  const choices = columns.filter((column, index) => index > 0 && !column.isFixed);
  const shown = choices.filter((column) => !hidden.includes(column.id)).map((column) => column.id);
  return (
    <MultiSelect
      label={say("kit-columns")}
      value={shown}
      onChange={(next) => onHide(choices.map((column) => column.id).filter((id) => !next.includes(id)))}
      options={choices.map((column) => ({ value: column.id, label: column.title }))}
    />
  );
}
