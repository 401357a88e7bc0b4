import { useState } from "react";
import { useSay } from "../texts/texts";
import { MultiSelect } from "./MultiSelect";
import { readLocal, writeLocal } from "./remember";
import { shownColumns } from "./rows";
import type { Column } from "./Table";

/** The columns that this reader wants to see, remembered on the device by the name of the list. */
export function useColumns<T>(list: string, columns: readonly Column<T>[]) {
  const [chosen, setChosen] = useState(() => readLocal<string[]>(`columns.${list}`));
  const choose = (next: string[]) => {
    setChosen(next);
    writeLocal(`columns.${list}`, next);
  };
  const shown = shownColumns(columns, chosen);
  return { shown, chooser: <ColumnChooser columns={columns} shown={shown} onChoose={choose} /> };
}

interface ChooserProps<T> {
  columns: readonly Column<T>[];
  shown: readonly Column<T>[];
  onChoose: (chosen: string[]) => void;
}

function ColumnChooser<T>({ columns, shown, onChoose }: ChooserProps<T>) {
  const say = useSay();
  const choices = columns.filter((column, index) => index > 0 && !column.isFixed);
  return (
    <MultiSelect
      label={say("kit-columns")}
      value={shown.map((column) => column.id)}
      onChange={(next) => onChoose(choices.map((column) => column.id).filter((id) => next.includes(id)))}
      options={choices.map((column) => ({ value: column.id, label: column.title }))}
    />
  );
}
