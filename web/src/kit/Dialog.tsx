import { type ReactNode, useRef } from "react";
import { Dialog as AriaDialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useSay } from "../texts/texts";
import { IconButton } from "./Button";
import { CloseOnEscape } from "./CloseOnEscape";
import { classes } from "./classes";

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: "small" | "normal" | "wide" | undefined;
  /** Cannot be closed by Escape, by a press outside or by a cross: something must be answered. */
  isFirm?: boolean | undefined;
  /** For questions about loss, which screen readers read at once. */
  isAlert?: boolean | undefined;
  children: ReactNode;
}

/** A window over the page. It keeps the focus inside and gives it back where it came from. */
export function Dialog({
  title,
  isOpen,
  onClose,
  size = "normal",
  isFirm = false,
  isAlert = false,
  children,
}: DialogProps) {
  const say = useSay();
  const layer = useRef<HTMLElement>(null);
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={!isFirm && !isAlert}
      isKeyboardDismissDisabled={isFirm}
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
    >
      <Modal className={classes("modal", `modal-${size}`)}>
        <CloseOnEscape layer={layer} isDisabled={isFirm} />
        <AriaDialog ref={layer} className="dialog stack" role={isAlert ? "alertdialog" : "dialog"}>
          <div className="row spread dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {!isFirm && <IconButton label={say("close")} icon="close" onPress={onClose} />}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The row of buttons at the end of a dialog or a form. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>;
}
