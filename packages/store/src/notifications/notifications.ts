/** Where the browser of a session receives notifications. */
export interface PushSubscription {
  readonly session: string;
  /** The address of its push service. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface EmailAddress {
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  /** `null`: it is unknown whether the address belongs to the account. */
  readonly confirmedAt: number | null;
}

/** The addresses and notification settings of an account. */
export interface NotificationTargets {
  readonly subscriptions: readonly PushSubscription[];
  readonly email: EmailAddress | null;
  /** As saved; `null` for the defaults. The store does not interpret them. */
  readonly settings: unknown;
}

/**
 * Notification settings, addresses and sent notifications of people. Deleted with their account. Methods reject with `StoreUnavailable` if
 * the database does not answer. Ids may be untrusted. `checkNotifications` in the testkit tests every store against this contract.
 */
export interface NotificationRepository {
  targetsOf(account: string): Promise<NotificationTargets>;
  /** Whether any push subscription or confirmed address is stored for an account. */
  isReachable(account: string): Promise<boolean>;
  saveSettings(account: string, settings: unknown): Promise<'saved' | 'unknown-account'>;
  /**
   * Sets where the browser of a session receives notifications. A session has one endpoint, and an endpoint one session: that of its last
   * user. It is removed with the session.
   */
  subscribe(account: string, subscription: PushSubscription): Promise<'saved' | 'unknown-account'>;
  unsubscribe(session: string): Promise<void>;
  /** Removes an endpoint that its push service no longer knows. */
  removeEndpoint(endpoint: string): Promise<void>;
  /** Sets the address of an account, unconfirmed. `null` removes it. */
  setEmail(
    account: string,
    email: { readonly address: string; readonly at: number } | null,
  ): Promise<'saved' | 'unknown-account'>;
  /** Confirms an address, if it is still that of the account. Returns whether it is. */
  confirmEmail(account: string, address: string, at: number): Promise<boolean>;
  /** Whether an account was notified of a subject, and how often of anything since a time. */
  sent(account: string, subject: string, since: number): Promise<{ readonly isKnown: boolean; readonly count: number }>;
  /** Records that an account was notified of a subject. Recording it again changes nothing. */
  recordSent(account: string, subject: string, at: number): Promise<void>;
  /** Deletes records of notifications sent before a time, and unconfirmed addresses that were added before it. */
  tidy(before: number): Promise<void>;
}
