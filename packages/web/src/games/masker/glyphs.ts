/** The signs of the colours, about 0.36 wide, for users who cannot distinguish the colours. Names are letters of the notation. */
export const FILLED: Readonly<Record<string, string>> = {
  R: 'M0-.16A.16 .16 0 1 1 0 .16A.16 .16 0 1 1 0-.16z',
  Y: 'M0-.2 .053-.062 .19-.062 .085 .03 .12 .17 0 .088-.12 .17-.085 .03-.19-.062-.053-.062z',
  G: 'M-.16-.14H-.06V.14H-.16zM.06-.14H.16V.14H.06z',
};
export const DRAWN: Readonly<Record<string, string>> = {
  B: 'M-.18 .05-.09-.08 0 .05 .09-.08 .18 .05',
  P: 'M-.13-.13 .13 .13M.13-.13-.13 .13',
  W: 'M0-.13A.13 .13 0 1 1 0 .13A.13 .13 0 1 1 0-.13z',
};
/** The width of the drawn ones. */
export const LINE = 0.075;
