/** Entries that the log-in and sign-up tabs share. */
export type Credentials = {
  email: string;
  password: string;
  setEmail: (email: string) => void;
  setPassword: (password: string) => void;
};
