/**
 * Replaces many needles at once, leftmost longest first, ignoring case and escapes (`text-readings.ts`), in
 * linear time.
 */
import { type NeedleFinder, openNeedleFinder } from './needle-finder.ts'
import { listNeedles, type TextReading, textReadings, wholeEscapes } from './text-readings.ts'

export type Replacer = {
  replace(text: string): string
  /**
   * `isSteady`: always holds back as much text as the longest needle. Otherwise an untrusted reader could
   * learn from a delay that a piece ends with the start of a needle.
   */
  openStream(options?: { isSteady?: boolean }): ReplacerStream
}

/** The joined output equals that of `replace`. */
type ReplacerStream = { push(piece: string): string; end(): string }

const PIECE_UNITS = 64 * 1024

export function openReplacer(replacements: ReadonlyMap<string, string>): Replacer {
  const markers = new Map<string, string>()
  for (const [needle, marker] of replacements) {
    for (const each of listNeedles(needle)) if (each !== '' && !markers.has(each)) markers.set(each, marker)
  }
  return markers.size === 0 ? NOTHING_TO_REPLACE : new NeedleReplacer(markers)
}

type Found = { start: number; end: number; marker: string }

class NeedleReplacer implements Replacer {
  readonly #markers: ReadonlyMap<string, string>
  readonly #finder: NeedleFinder

  constructor(markers: ReadonlyMap<string, string>) {
    this.#markers = markers
    this.#finder = openNeedleFinder([...markers.keys()])
  }

  replace(text: string): string {
    if (text.length < this.#finder.shortest) return text
    if (text.length <= PIECE_UNITS) return this.#replaceKnown(text, true).done
    const stream = this.openStream()
    let done = ''
    for (let at = 0; at < text.length; at += PIECE_UNITS)
      done += stream.push(text.slice(at, at + PIECE_UNITS))
    return done + stream.end()
  }

  openStream({ isSteady = false } = {}): ReplacerStream {
    let waiting = ''
    let added = ''
    const take = (isWhole: boolean) => {
      const { done, rest } = this.#replaceKnown(waiting + added, isWhole, isSteady)
      waiting = rest
      added = ''
      return done
    }
    return {
      push(piece) {
        added += piece
        // What is held back is read again, so this waits for as much new text.
        return added.length < waiting.length || added === '' ? '' : take(false)
      },
      end: () => take(true),
    }
  }

  /** `rest` begins at the part to hold back, or after the last replacement. */
  #replaceKnown(text: string, isWhole: boolean, isSteady = false): { done: string; rest: string } {
    const readings = textReadings(text)
    const waits = readings.map((reading) => this.#waitsFrom(reading, isSteady))
    const known = isWhole ? text.length : wholeEscapes(readings, Math.min(text.length, ...waits))
    const found = readings.flatMap((reading) => this.#foundIn(reading, known))
    found.sort((a, b) => a.start - b.start || b.end - a.end)
    let done = ''
    let from = 0
    for (const { start, end, marker } of found) {
      if (start < from) continue
      done += text.slice(from, start) + marker
      from = end
    }
    const to = Math.max(from, known)
    return { done: done + text.slice(from, to), rest: text.slice(to) }
  }

  #foundIn({ units, length, starts, ends }: TextReading, before: number): Found[] {
    return this.#finder.find(units, length).flatMap(({ at, needle }) => {
      const last = at + needle.length - 1
      const start = starts?.[at] ?? at
      const marker = this.#markers.get(needle) ?? ''
      return start < before ? [{ start, end: ends?.[last] ?? last + 1, marker }] : []
    })
  }

  #waitsFrom({ units, length, settled, starts }: TextReading, isSteady: boolean): number {
    const finder = this.#finder
    const from = settled - (isSteady ? Math.min(settled, finder.longest) : finder.waitingAt(units, settled))
    return from === length ? Number.POSITIVE_INFINITY : (starts?.[from] ?? from)
  }
}

const NOTHING_TO_REPLACE: Replacer = {
  replace: (text) => text,
  openStream: () => ({ push: (piece) => piece, end: () => '' }),
}
