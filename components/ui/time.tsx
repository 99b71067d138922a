/** Shows an instant as the reader writes dates; in UTC on the first visit, until the page has loaded. */
'use client'

import { useReader } from '../browser/reader.tsx'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'
import { useReaderLocale } from '../browser/use-reader-locale.ts'

export type TimeStyle = 'relative' | 'instant' | 'day' | 'clock'

type TimeProps = { at: number | Date | string; style?: TimeStyle; className?: string }

export function Time({ at, style = 'relative', className }: TimeProps) {
  const inBrowser = useIsHydrated()
  const reader = useReader()
  const readerLocale = useReaderLocale()
  const date = new Date(at)
  // The first rendering in the browser has to be that of the server.
  const formatOptions = inBrowser
    ? { locale: readerLocale, now: new Date() }
    : {
        locale: reader.locale ?? LOCALE,
        zone: reader.zone ?? 'UTC',
        now: new Date(reader.nowMs ?? Date.now()),
      }
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()} className={className}>
      {formatTime(
        date,
        inBrowser || reader.nowMs ? style : style === 'relative' ? 'day' : style,
        formatOptions,
      )}
    </time>
  )
}

/** Shows a day of UTC, such as "2026-11-29", as the reader writes days. */
export function UtcDay({ day }: { day: string }) {
  const locale = useReaderLocale()
  const text = format(new Date(`${day}T00:00:00Z`), { locale, zone: 'UTC' }, DAY)
  return <time dateTime={day}>{text}</time>
}

const LOCALE = 'en-GB'

// biome-ignore format: table
const STEPS: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60,      'second', 1],
  [3_600,   'minute', 60],
  [86_400,  'hour',   3_600],
  [604_800, 'day',    86_400],
]

/**
 * Formats an instant. "relative" is "5 minutes ago" or "in 2 days" within a week, and the date otherwise. `zone` is the
 * name of an IANA time zone; the default is that of the reader.
 */
export function formatTime(
  at: Date,
  style: TimeStyle,
  options: { zone?: string; locale?: string; now: Date },
): string {
  if (style === 'relative') {
    const relative = relativeText(at, options.now)
    if (relative) return relative
  }
  const day = format(at, options, DAY)
  if (style === 'day' || style === 'relative') return day
  const clock = format(at, options, { hour: 'numeric', minute: '2-digit' })
  const isToday = day === format(options.now, options, DAY)
  const text = style === 'clock' && isToday ? clock : `${day}, ${clock}`
  return options.zone === 'UTC' ? `${text} UTC` : text
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

function format(
  at: Date,
  { zone: timeZone, locale = LOCALE }: { zone?: string; locale?: string },
  parts: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(at)
}

function relativeText(at: Date, now: Date): string | undefined {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  if (Math.abs(seconds) < 10) return 'just now'
  const step = STEPS.find(([limit]) => Math.abs(seconds) < limit)
  if (!step) return undefined
  const [, unit, size] = step
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}
