import {
  Binary,
  BookOpenText,
  Braces,
  Calculator,
  CalendarDays,
  ChartColumn,
  Clock,
  CloudSun,
  Coins,
  CreditCard,
  Database,
  FileDiff,
  FileSpreadsheet,
  FileText,
  Fingerprint,
  Folder,
  Globe,
  Hash,
  Image,
  Languages,
  Link2,
  ListOrdered,
  type LucideIcon,
  Mail,
  MapPin,
  Palette,
  PenLine,
  QrCode,
  Receipt,
  Ruler,
  Search,
  ShieldCheck,
  ShoppingCart,
  Table2,
  Type,
  Wrench,
} from 'lucide-react'
import type { BUILT_IN_CATEGORIES } from '#lib/contracts/document/categories.ts'
import { cn } from '../ui/cn.ts'

type Category = (typeof BUILT_IN_CATEGORIES)[number]['id']

const CATEGORY_ICONS: Record<Category, LucideIcon> = {
  text: FileText,
  data: Table2,
  math: Calculator,
  dates: CalendarDays,
  finance: CreditCard,
  design: Palette,
  security: ShieldCheck,
  developer: Braces,
  commerce: ShoppingCart,
  weather: CloudSun,
  writing: PenLine,
  other: Wrench,
}

/** The first that a title matches. Words of things come before those of what is done with them. */
const TASK_ICONS: [RegExp, LucideIcon][] = [
  [/\b(iban|card|bank|payment)/i, CreditCard],
  [/\b(invoice|receipt|bill|order|tax|vat)/i, Receipt],
  [/\b(currenc|money|price)/i, Coins],
  [/\b(qr|barcode)/i, QrCode],
  [/\b(weather|climate|forecast)/i, CloudSun],
  [/\b(time ?zone|clock|duration|times?)\b/i, Clock],
  [/\b(date|day|calendar|week|holiday)/i, CalendarDays],
  [/\b(excel|xlsx|spreadsheet|sheet|csv)\b/i, FileSpreadsheet],
  [/\b(chart|plot|graph|statistics|insight)/i, ChartColumn],
  [/\b(table|rows?|columns?)\b/i, Table2],
  [/\b(json|schema|yaml|xml)\b/i, Braces],
  [/\b(sql|database)\b/i, Database],
  [/\b(e-?mail|message|letter)\b/i, Mail],
  [/\b(password|secret|encrypt|token)/i, ShieldCheck],
  [/\b(hash|checksum|digest|uuid)/i, Fingerprint],
  [/\b(base64|encode|decode|binary)/i, Binary],
  [/\b(colou?r|contrast|palette)/i, Palette],
  [/\b(image|picture|photo|svg)/i, Image],
  [/\b(type scale|font|typograph)/i, Type],
  [/\b(unit|convert|length|measure)/i, Ruler],
  [/\b(compare|diff|changes?)\b/i, FileDiff],
  [/\b(translat|language)/i, Languages],
  [/\b(url|link)s?\b/i, Link2],
  [/\b(web|html|site|http)/i, Globe],
  [/\b(address|place|country|map)\b/i, MapPin],
  [/\b(sort|rank|list)\b/i, ListOrdered],
  [/\b(search|find)\b/i, Search],
  [/\b(folder|director)/i, Folder],
  [/\b(number|count|sum|total)/i, Hash],
  [/\b(markdown|text|pdf|document|file)/i, FileText],
  [/\b(instruction|guide|review)/i, BookOpenText],
]

const COLOURS = ['text-chart-1', 'text-chart-2', 'text-chart-3', 'text-chart-4', 'text-chart-5']

type TaskIconProps = {
  title: string
  categories: readonly string[]
  logo: string | null
  className?: string
}

/**
 * A picture of what a skill does, by its title, else by its category; a publisher's own logo comes first. Hidden from screen
 * readers, because the title is next to it.
 */
export function TaskIcon({ title, categories, logo, className }: TaskIconProps) {
  const frame = cn('size-10 shrink-0 rounded-md border border-border', className)
  if (logo) {
    // biome-ignore lint/performance/noImgElement: already small, and on our own origin
    return <img src={logo} alt="" className={cn(frame, 'bg-card object-cover')} />
  }
  const category = findCategory(categories)
  const Icon = findTaskIcon(title, categories)
  const colour = COLOURS[Object.keys(CATEGORY_ICONS).indexOf(category) % COLOURS.length]
  return (
    <span className={cn(frame, 'grid place-items-center bg-muted', colour)} aria-hidden>
      <Icon className="size-1/2" strokeWidth={1.75} />
    </span>
  )
}

export function findTaskIcon(title: string, categories: readonly string[]): LucideIcon {
  return TASK_ICONS.find(([words]) => words.test(title))?.[1] ?? CATEGORY_ICONS[findCategory(categories)]
}

/** Categories that an admin added have the icon of “Other”. */
export function findCategoryIcon(id: string): LucideIcon {
  return CATEGORY_ICONS[findCategory([id])]
}

function findCategory(categories: readonly string[]): Category {
  const known = categories.find((category) => Object.hasOwn(CATEGORY_ICONS, category))
  return (known ?? 'other') as Category
}
