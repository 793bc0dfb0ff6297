export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The woods and colours of the boards (`design/themes.css`); `natural` is each game in its own wood. */
export const BOARDS = ['natural', 'light', 'dark', 'contrast', 'distinct'] as const;
export type Boards = (typeof BOARDS)[number];

/** Sets the attributes that the style sheets follow. Without a choice of boards, high contrast is used if the system asks for it. */
export function applyAppearance(root: HTMLElement, { theme, boards }: { theme: Theme; boards: Boards }): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  const wantsContrast = boards === 'natural' && matchMedia('(prefers-contrast: more)').matches;
  root.dataset['boards'] = wantsContrast ? 'contrast' : boards;
}
