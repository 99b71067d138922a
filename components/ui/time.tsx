/** Shown in English and UTC until hydration, then as the reader writes dates. */
'use client'

import { useSyncExternalStore } from 'react'
import { useReaderLocale } from '../browser/use-reader-locale.ts'

export type TimeStyle = 'relative' | 'instant' | 'day' | 'clock'

type TimeProps = { at: number | Date | string; style?: TimeStyle; className?: string }

export function Time({ at, style = 'relative', className }: TimeProps) {
  const inBrowser = useSyncExternalStore(never, returnTrue, returnFalse)
  const readerLocale = useReaderLocale()
  const date = new Date(at)
  const shown = inBrowser ? { locale: readerLocale } : { locale: LOCALE, zone: 'UTC' }
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()} className={className}>
      {formatTime(date, inBrowser ? style : style === 'relative' ? 'day' : style, {
        ...shown,
        now: new Date(),
      })}
    </time>
  )
}

const never = () => () => {}
const returnTrue = () => true
const returnFalse = () => false

const LOCALE = 'en-GB'

// biome-ignore format: table
const STEPS: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60,      'second', 1],
  [3_600,   'minute', 60],
  [86_400,  'hour',   3_600],
  [604_800, 'day',    86_400],
]

/** "relative": "5 minutes ago", "in 2 days" within a week, else the date. `zone`: IANA; the reader's by default. */
export function formatTime(
  at: Date,
  style: TimeStyle,
  given: { zone?: string; locale?: string; now: Date },
): string {
  if (style === 'relative') {
    const relative = relativeText(at, given.now)
    if (relative) return relative
  }
  const day = format(at, given, DAY)
  if (style === 'day' || style === 'relative') return day
  const clock = format(at, given, { hour: 'numeric', minute: '2-digit' })
  const isToday = day === format(given.now, given, DAY)
  const text = style === 'clock' && isToday ? clock : `${day}, ${clock}`
  return given.zone === 'UTC' ? `${text} UTC` : text
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
