import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTexts } from "../texts/texts";
import { ConfirmProvider } from "./Confirm";
import { type Navigate, NavigationProvider } from "./navigation";
import { ToastsProvider } from "./Toasts";
import "./kit.css";
import "./table.css";

/** What the controls need around them: the reader's language, the way to other pages, notices and questions. */
export function KitProvider({ navigate, children }: { navigate: Navigate; children: ReactNode }) {
  const { language } = useTexts();
  return (
    <I18nProvider locale={language}>
      <NavigationProvider navigate={navigate}>
        <ToastsProvider>
          <ConfirmProvider>{children}</ConfirmProvider>
        </ToastsProvider>
      </NavigationProvider>
    </I18nProvider>
  );
}
