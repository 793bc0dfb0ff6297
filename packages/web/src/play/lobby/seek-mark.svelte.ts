/** Whether a search for an opponent is on. A file of its own, because the first script has to know. */
class SeekMark {
  isOn = $state(false);
}

export const seekMark = new SeekMark();
