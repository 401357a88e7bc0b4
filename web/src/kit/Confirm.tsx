import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useSay } from "../texts/texts";
import { Button } from "./Button";
import { Buttons, Dialog } from "./Dialog";
import { TextField } from "./fields";

export interface Question {
  title: string;
  /** What will happen, and what cannot be undone. */
  body: ReactNode;
  /** The verb on the button; never just "OK". */
  action: string;
  isDanger?: boolean | undefined;
  /** What must be typed before the button works, such as the name of what will be gone. */
  typed?: string | undefined;
}

type Ask = (question: Question) => Promise<boolean>;

const AskContext = createContext<Ask>(() => Promise.resolve(false));

/** Asks before something that cannot be undone: `if (await confirm({...})) …`. */
export function useConfirm(): Ask {
  return useContext(AskContext);
}

interface Asked extends Question {
  answer: (isYes: boolean) => void;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback<Ask>((question) => new Promise((resolve) => setAsked({ ...question, answer: resolve })), []);
  const answer = (isYes: boolean) => {
    asked?.answer(isYes);
    setAsked(undefined);
  };
  return (
    <AskContext.Provider value={ask}>
      {children}
      {asked && <Confirm {...asked} isOpen onAnswer={answer} />}
    </AskContext.Provider>
  );
}

export interface ConfirmProps extends Question {
  isOpen: boolean;
  onAnswer: (isYes: boolean) => void;
}

/** The question itself, for those who keep its state on their own. */
export function Confirm({ title, body, action, isDanger, typed, isOpen, onAnswer }: ConfirmProps) {
  const say = useSay();
  const [written, setWritten] = useState("");
  const isHeld = typed !== undefined && written.trim() !== typed.trim();
  return (
    <Dialog title={title} isOpen={isOpen} onClose={() => onAnswer(false)} size="small" isAlert>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isHeld) onAnswer(true);
        }}
      >
        <div>{body}</div>
        {typed !== undefined && (
          <TextField
            label={say("kit-type-to-confirm", { name: typed })}
            value={written}
            onChange={setWritten}
            autoComplete="off"
          />
        )}
        <Buttons>
          <Button onPress={() => onAnswer(false)}>{say("cancel")}</Button>
          <Button type="submit" kind={isDanger ? "danger" : "primary"} isDisabled={isHeld}>
            {action}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}
