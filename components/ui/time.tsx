'use client'

/**
 * An instant, in the reader's own time zone, with the exact instant on hover.
 *
 * The server knows neither zone nor clock of the reader, so it writes UTC; the browser puts its own words in
 * the same place once it has taken over.
 */
import { useSyncExternalStore } from 'react'
import { type TimeStyle, timeText } from './time-text.ts'

type TimeProps = { at: number | Date | string; style?: TimeStyle; className?: string }

export function Time({ at, style = 'relative', className }: TimeProps) {
  const inBrowser = useSyncExternalStore(never, yes, no)
  const date = new Date(at)
  const zone = inBrowser ? undefined : 'UTC'
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()} className={className}>
      {timeText(date, inBrowser ? style : style === 'relative' ? 'day' : style, { zone, now: new Date() })}
    </time>
  )
}

const never = () => () => {}
const yes = () => true
const no = () => false
