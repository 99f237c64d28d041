/** What both tabs share: what was typed in one is there in the other. */
export interface Credentials {
  email: string;
  password: string;
  setEmail: (email: string) => void;
  setPassword: (password: string) => void;
}
