/** What the header shows from the first script on, before the connection and the lobby are loaded, which set it. */

/** Smaller counts are not shown. */
const LEAST = 3;

/** How many people are online, while the page follows the lobby. */
class OnlineCount {
  /** `null` if it is unknown or too small to show. */
  shown: number | null = $state(null);

  set(people: number | null): void {
    this.shown = people !== null && people >= LEAST ? people : null;
  }
}

/** Whether a search for an opponent is on. */
class SeekMark {
  isOn = $state(false);
}

export const onlineCount = new OnlineCount();
export const seekMark = new SeekMark();
