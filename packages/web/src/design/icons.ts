import ArrowDownUp from '@lucide/svelte/icons/arrow-down-up';
import Bell from '@lucide/svelte/icons/bell';
import BookOpen from '@lucide/svelte/icons/book-open';
import Check from '@lucide/svelte/icons/check';
import ChevronLeft from '@lucide/svelte/icons/chevron-left';
import ChevronRight from '@lucide/svelte/icons/chevron-right';
import Copy from '@lucide/svelte/icons/copy';
import Ellipsis from '@lucide/svelte/icons/ellipsis';
import Eye from '@lucide/svelte/icons/eye';
import GraduationCap from '@lucide/svelte/icons/graduation-cap';
import Hand from '@lucide/svelte/icons/hand';
import Hourglass from '@lucide/svelte/icons/hourglass';
import House from '@lucide/svelte/icons/house';
import Info from '@lucide/svelte/icons/info';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import List from '@lucide/svelte/icons/list';
import MessageCircle from '@lucide/svelte/icons/message-circle';
import Moon from '@lucide/svelte/icons/moon';
import Play from '@lucide/svelte/icons/play';
import Plus from '@lucide/svelte/icons/plus';
import Puzzle from '@lucide/svelte/icons/puzzle';
import RotateCw from '@lucide/svelte/icons/rotate-cw';
import Search from '@lucide/svelte/icons/search';
import SkipForward from '@lucide/svelte/icons/skip-forward';
import Settings from '@lucide/svelte/icons/settings-2';
import Share from '@lucide/svelte/icons/share-2';
import Sun from '@lucide/svelte/icons/sun';
import Trash from '@lucide/svelte/icons/trash-2';
import Undo from '@lucide/svelte/icons/undo-2';
import User from '@lucide/svelte/icons/user';
import Users from '@lucide/svelte/icons/users';
import Volume from '@lucide/svelte/icons/volume-2';
import VolumeOff from '@lucide/svelte/icons/volume-off';
import X from '@lucide/svelte/icons/x';

export const ICONS = {
  add: Plus,
  back: ChevronLeft,
  bell: Bell,
  book: BookOpen,
  chat: MessageCircle,
  check: Check,
  close: X,
  copy: Copy,
  dark: Moon,
  delete: Trash,
  flip: ArrowDownUp,
  free: Hand,
  hint: Lightbulb,
  home: House,
  info: Info,
  keyboard: Keyboard,
  learn: GraduationCap,
  light: Sun,
  list: List,
  menu: Ellipsis,
  next: SkipForward,
  open: ChevronRight,
  peek: Eye,
  play: Play,
  puzzle: Puzzle,
  rotate: RotateCw,
  search: Search,
  settings: Settings,
  share: Share,
  sound: Volume,
  muted: VolumeOff,
  undo: Undo,
  user: User,
  users: Users,
  waiting: Hourglass,
  watch: Eye,
} as const;
export type IconName = keyof typeof ICONS;
