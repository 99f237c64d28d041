// Who is signed in. Starts loading and asks the server; only a clear refusal (401, 403) forgets the person,
// so that a phone without a network opens as the person who used it last.
import {
  createContext,
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
import { takeGuestBookings } from "../bookings/kept-booking.ts";
import { followUser } from "../sync/current-store.ts";
import { clearResponses } from "../api/query.ts";
import { useOwnRow } from "./own-row.ts";
import { startSignOut, park, parkLeftoverUsers, settlePendingSignOut } from "./sign-out.ts";
import {
  clearNotesOf,
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

export type Auth = {
  user: OwnUser | null;
  /** True until the server has said who is signed in, on the server and while hydrating too. */
  loading: boolean;
  /** Throws ApiError; without a text from the server the message is "Login failed". */
  login: (email: string, password: string) => Promise<OwnUser>;
  /** Creates the account and logs in with the same credentials. Throws ApiError; fallback text "Signup failed". */
  signup: (input: CommandInput<"auth.signup">) => Promise<{ message?: string }>;
  /** Sends what waits, asks about what cannot be sent, and forgets the person, whether or not the server could be told. */
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
  // Every sign-in and sign-out starts a new age; an answer that was asked for in an older age is not listened to.
  const age = useRef(0);
  // Counts profiles taken from the user's rows: an answer asked for earlier is older than they are.
  const rowsSeen = useRef(0);

  const setUser = useCallback((next: OwnUser) => {
    age.current += 1;
    const before = storedUser();
    if (before && before.id !== next.id) {
      keepDraftsOnly(before.id);
      clearSessionSummary(before.id);
      void park(before.id);
    }
    storeUser(next);
    if (before?.id !== next.id) {
      clearResponses();
      takeGuestBookings(next.id);
    }
    setState({ user: next, loading: false });
  }, []);

  /** Takes the person off this page. What they typed and did not send waits for them, unless they are `leaving` of their own will. */
  const forget = useCallback((leaving = false) => {
    age.current += 1;
    const kept = storedUser();
    if (kept) (leaving ? clearNotesOf : keepDraftsOnly)(kept.id);
    if (kept) clearSessionSummary(kept.id);
    clearStoredSession();
    if (kept) clearResponses();
    setState({ user: null, loading: false });
  }, []);

  /** The session has ended: hides the user's data on this device, and keeps it for the next sign-in. */
  const end = useCallback(
    (leaver: string | undefined) => {
      const kept = storedUser();
      forget(leaver !== undefined && leaver === kept?.id);
      if (kept) void park(kept.id);
    },
    [forget],
  );

  const refresh = useCallback(async () => {
    const asked = age.current;
    const seenBefore = rowsSeen.current;
    // A sign-out that was cut short is finished by the asking.
    const leaver = pendingSignOut()?.userId;
    const answer = await fetchCurrentUser();
    if (age.current !== asked) return;
    if (answer === "nobody") end(leaver);
    else if (answer === "no-answer" || rowsSeen.current !== seenBefore) setState((now) => ({ ...now, loading: false }));
    else setUser(answer);
  }, [end, setUser]);

  const login = useCallback(
    async (email: string, password: string) => {
      await finishLastSignOut();
      const answer = await withFallback("Login failed", call("auth.login", { email, password }));
      startSession();
      storeToken(answer.token);
      setUser(answer.user);
      return answer.user;
    },
    [setUser],
  );

  const signup = useCallback(
    async (input: CommandInput<"auth.signup">) => {
      await finishLastSignOut();
      const answer = await withFallback("Signup failed", call("auth.signup", input));
      startSession();
      storeToken(answer.token);
      try {
        await login(input.email, input.password);
      } catch {
        // The account exists and the answer itself signed us in; the failed second step must not hide that.
        setUser(answer.user);
      }
      return answer.message ? { message: answer.message } : {};
    },
    [login, setUser],
  );

  const logout = useCallback(async () => {
    const kept = storedUser();
    if (kept) await startSignOut(kept.id, { hide: () => forget(true), logOut: endServerSession });
    else {
      forget(true);
      await endServerSession();
    }
  }, [forget]);

  // Before the browser paints, so that a known person never sees the guest's header.
  useLayoutEffect(() => {
    const kept = storedUser();
    if (kept && !pendingSignOut()) setState({ user: kept, loading: true });
  }, []);

  const userId = user?.id ?? null;
  useDialogsOf(userId);
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

  const takeRow = useCallback((next: OwnUser) => {
    rowsSeen.current += 1;
    storeUser(next);
    setState({ user: next, loading: false });
  }, []);
  useOwnRow(user, takeRow, refresh);

  // The guest's buttons wait hidden while this mark stands; `/theme.js` sets it before the first paint.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (user) dataset["session"] = "kept";
    else if (!loading) delete dataset["session"];
  }, [user, loading]);

  useEffect(() => {
    void refresh();
    void parkLeftoverUsers(storedUser()?.id ?? null);
    const onStorage = (event: StorageEvent) => {
      if (!isStoredUserChange(event)) return;
      // Another tab signed in or out: follow it without asking the server again.
      age.current += 1;
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

/** What a person opened is not shown to the next one, nor sent for them: it closes before the browser paints. */
function useDialogsOf(userId: string | null) {
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

/** Ends the last session before a new one begins; a later attempt would end the new one instead. Throws ApiError. */
async function finishLastSignOut(): Promise<void> {
  if (!(await settlePendingSignOut(endServerSession))) {
    throw new ApiError("No connection to Tailhour. Please try again.", 0, "offline");
  }
}

/** Gives a refusal that came without a text the words of its act. */
async function withFallback<T>(words: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.message) throw error;
    // What is no error at all has no words either: the form says its own.
    if (!(error instanceof Error)) throw error;
    throw error instanceof ApiError
      ? new ApiError(words, error.status, error.code, error.fields)
      : new ApiError(words, 0);
  }
}
