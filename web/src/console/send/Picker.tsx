import { type ChangeEvent, useRef } from "react";
import { Button } from "../../kit";
import { useSay } from "../../texts/texts";
import type { Uploader } from "../../uploader";

/** The buttons that do what dropping does. */
export function Picker({ uploader }: { uploader: Uploader }) {
  const say = useSay();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement | null>(null);
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])];
    // The same file may be chosen again after it was removed.
    event.target.value = "";
    void uploader.addFiles(chosen);
  };
  return (
    <div className="picker">
      <p className="soft">{say("send-drop")}</p>
      <div className="row">
        <Button kind="primary" icon="add" onPress={() => files.current?.click()}>
          {say("send-choose-files")}
        </Button>
        <Button icon="folder" onPress={() => folder.current?.click()}>
          {say("send-choose-folder")}
        </Button>
      </div>
      <input ref={files} type="file" multiple hidden onChange={add} aria-label={say("send-choose-files")} />
      <input
        ref={(element) => {
          folder.current = element;
          element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        onChange={add}
        aria-label={say("send-choose-folder")}
      />
    </div>
  );
}
