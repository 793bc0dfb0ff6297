/** Smaller counts are not shown. */
const LEAST = 3;

/** How many people are online, while the page follows the lobby. A module of its own, because the header is shown before the connection is loaded. */
class OnlineCount {
  /** `null` if it is unknown or too small to show. */
  shown: number | null = $state(null);

  set(people: number | null): void {
    this.shown = people !== null && people >= LEAST ? people : null;
  }
}

export const onlineCount = new OnlineCount();
