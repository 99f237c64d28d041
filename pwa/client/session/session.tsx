// Provides the signed-in user. Shows the stored user at once. Removes it only when the server answers 401 or 403, so
// the app works offline.
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import type { CommandInput } from "../../../shared/commands.ts";
import { ApiError, call } from "../api/call.ts";
import { keepDraftsOnly } from "../messages/conversation-notes.ts";
import { clearSessionSummary } from "../sync/session-summary.ts";
import { closeDialog } from "../shell/dialogs.ts";
import { adoptGuestBookings } from "../bookings/stored-bookings.ts";
import { followUser } from "../sync/current-store.ts";
import { clearResponses } from "../api/query.ts";
import { useOwnRow } from "./own-row.ts";
import { startSignOut, park, parkLeftoverUsers, signInAfterLast } from "./sign-out.ts";
import {
  clearUserStorage,
  clearStoredSession,
  isStoredUserChange,
  pendingSignOut,
  startSession,
  storedUser,
  storeToken,
  storeUser,
} from "./stored-session.ts";
import { toast } from "../shell/toasts.ts";
import { fetchCurrentUser, endServerSession } from "./current-user.ts";

/** What a log-in sends besides the credentials, once the server has asked for it. */
export type LoginExtras = Omit<CommandInput<"auth.login">, "email" | "password">;

export type Auth = {
  user: OwnUser | null;
  /** True until the server has answered, and on the server and while hydrating. */
  loading: boolean;
  /** Throws ApiError; without a text from the server the message is "Login failed". */
  login: (email: string, password: string, more?: LoginExtras) => Promise<OwnUser>;
  /** Creates the account and logs in with the same credentials. Throws ApiError; fallback text "Signup failed". */
  signup: (input: CommandInput<"auth.signup">) => Promise<{ message?: string }>;
  /** Sends waiting changes, asks about the rest, and signs out, even if the server cannot be reached. */
  logout: () => Promise<void>;
  /** Asks the server again who is signed in. Never throws. */
  refresh: () => Promise<void>;
  setUser: (user: OwnUser) => void;
};

const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const [{ user, loading }, setState] = useState<{ user: OwnUser | null; loading: boolean }>({
    user: null,
    loading: true,
  });
  // Every sign-in and sign-out increases this number. An answer to a request with an older number is ignored.
  const sessionEpoch = useRef(0);
  // Counts profiles taken from the user's rows. A server answer to an earlier request is older than they are.
  const rowUpdates = useRef(0);

  const setUser = useCallback((next: OwnUser) => {
    sessionEpoch.current += 1;
    const before = storedUser();
    if (before && before.id !== next.id) {
      keepDraftsOnly(before.id);
      clearSessionSummary(before.id);
      void park(before.id);
    }
    storeUser(next);
    if (before?.id !== next.id) {
      clearResponses();
      adoptGuestBookings(next.id);
    }
    setState({ user: next, loading: false });
  }, []);

  /** Removes the user from this page. Drafts are kept for the next sign-in, unless the user is signing out. */
  const forget = useCallback((isSigningOut = false) => {
    sessionEpoch.current += 1;
    const stored = storedUser();
    if (stored) (isSigningOut ? clearUserStorage : keepDraftsOnly)(stored.id);
    if (stored) clearSessionSummary(stored.id);
    clearStoredSession();
    if (stored) clearResponses();
    setState({ user: null, loading: false });
  }, []);

  /** The session has ended: hides the user's data on this device, and keeps it for the next sign-in. */
  const end = useCallback(
    (signingOutId: string | undefined) => {
      const stored = storedUser();
      forget(signingOutId !== undefined && signingOutId === stored?.id);
      if (stored) void park(stored.id);
    },
    [forget],
  );

  const refresh = useCallback(async () => {
    const ageBefore = sessionEpoch.current;
    const seenBefore = rowUpdates.current;
    // `fetchCurrentUser` also finishes an interrupted sign-out of this user.
    const signingOutId = pendingSignOut()?.userId;
    const answer = await fetchCurrentUser();
    if (sessionEpoch.current !== ageBefore) return;
    const show = () => {
      if (answer === "nobody") end(signingOutId);
      else if (answer === "no-answer" || rowUpdates.current !== seenBefore)
        setState((now) => ({ ...now, loading: false }));
      else setUser(answer);
    };
    const knownId = storedUser()?.id;
    const isOther = answer !== "no-answer" && knownId !== (answer === "nobody" ? undefined : answer.id);
    // An urgent change would make React hydrate the rest of the page in one long task. Another user's data disappears at once.
    if (isOther) show();
    else startTransition(show);
  }, [end, setUser]);

  const login = useCallback(
    async (email: string, password: string, more?: LoginExtras) => {
      const answer = await inNewSession("Login failed", () => call("auth.login", { email, password, ...more }));
      startSession();
      storeToken(answer.token);
      setUser(answer.user);
      return answer.user;
    },
    [setUser],
  );

  const signup = useCallback(
    async (input: CommandInput<"auth.signup">) => {
      const answer = await inNewSession("Signup failed", () => call("auth.signup", input));
      startSession();
      storeToken(answer.token);
      try {
        await login(input.email, input.password);
      } catch {
        // The account exists and the signup response has signed the user in, so a failed second step is ignored.
        setUser(answer.user);
      }
      return answer.message ? { message: answer.message } : {};
    },
    [login, setUser],
  );

  const logout = useCallback(async () => {
    const stored = storedUser();
    if (stored) await startSignOut(stored.id, { hide: () => forget(true), logOut: endServerSession });
    else {
      forget(true);
      await endServerSession();
    }
  }, [forget]);

  // Before the first paint, so a returning user never sees the guest's header.
  useLayoutEffect(() => {
    const stored = storedUser();
    if (stored && !pendingSignOut()) setState({ user: stored, loading: true });
  }, []);

  const userId = user?.id ?? null;
  useCloseDialogOnUserChange(userId);
  useEffect(() => {
    followUser(userId, {
      ended() {
        // Another tab has just signed out, so this tab shows no message.
        const isNews = storedUser()?.id === userId;
        forget();
        if (userId !== null) void park(userId);
        if (isNews)
          toast({
            kind: "wait",
            title: "Please log in again",
            description: "What waits to be sent is kept until then.",
          });
      },
      outdated: askToReload,
    });
  }, [userId, forget]);

  const applyRow = useCallback((next: OwnUser) => {
    rowUpdates.current += 1;
    storeUser(next);
    setState({ user: next, loading: false });
  }, []);
  useOwnRow(user, applyRow, refresh);

  // This attribute hides the guest's buttons. `/theme.js` sets it before the first paint.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (user) dataset["session"] = "known";
    else if (!loading) delete dataset["session"];
  }, [user, loading]);

  useEffect(() => {
    void refresh();
    void parkLeftoverUsers(storedUser()?.id ?? null);
    const onStorage = (event: StorageEvent) => {
      if (!isStoredUserChange(event)) return;
      // Another tab signed in or out. Follows it without a request.
      sessionEpoch.current += 1;
      clearResponses();
      setState({ user: storedUser(), loading: false });
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [refresh]);

  const auth = useMemo<Auth>(
    () => ({ user, loading, login, signup, logout, refresh, setUser }),
    [user, loading, login, signup, logout, refresh, setUser],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Closes the dialog before the paint when the user changes, so the next user neither sees nor sends it. */
function useCloseDialogOnUserChange(userId: string | null) {
  const opener = useRef(userId);
  useLayoutEffect(() => {
    if (opener.current !== null && opener.current !== userId) closeDialog();
    opener.current = userId;
  }, [userId]);
}

function askToReload() {
  toast({
    kind: "update",
    title: "Update ready",
    description: "Reload to go on sending and receiving.",
    stay: true,
    action: { label: "Reload", onPress: () => location.reload() },
  });
}

/** Signs in after the last session has ended. Throws ApiError; `words` replace a missing text of the server. */
async function inNewSession<Answer>(words: string, logIn: () => Promise<Answer>): Promise<Answer> {
  const answer = await signInAfterLast(endServerSession, () => withFallback(words, logIn()));
  if (answer === null) throw new ApiError("No connection to Tailhour. Please try again.", 0, "offline");
  return answer;
}

/** Replaces the message of an error that has no text from the server. */
async function withFallback<T>(words: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.message) throw error;
    // The value is no error, so the form uses its own text.
    if (!(error instanceof Error)) throw error;
    throw error instanceof ApiError
      ? new ApiError(words, error.status, error.code, error.fields)
      : new ApiError(words, 0);
  }
}
