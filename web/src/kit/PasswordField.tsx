import { TextField, type TextFieldProps } from "./fields";

interface PasswordFieldProps extends Omit<TextFieldProps, "type" | "autoComplete" | "isRequired"> {
  /** One that is being chosen: password managers then propose one instead of filling in the old. */
  isNew?: boolean | undefined;
}

/** The password of an account, the one that there is or a new one. */
export function PasswordField({ isNew = false, ...field }: PasswordFieldProps) {
  return <TextField {...field} type="password" autoComplete={isNew ? "new-password" : "current-password"} isRequired />;
}
