/**
 * Regular languages, whose derivatives decide whether one contains another (Brzozowski 1964; Owens, Reppy and Turon
 * 2009). Languages that are written alike are one object, so that a search over derivatives meets them again and ends.
 */

import type { WorkBudget } from '../limits/work-budget.ts'
import { CHARACTERS, type CharSet, contains, intersection, readable, withoutChars } from './char-set.ts'

export type Language = { id: number; hasEmpty: boolean } & (
  | { kind: 'set'; set: CharSet }
  | { kind: 'empty' }
  | { kind: 'then'; first: Language; next: Language }
  | { kind: 'or' | 'and'; parts: readonly Language[] }
  | { kind: 'not'; of: Language }
  | { kind: 'times'; of: Language; min: number; max: number }
)

/** A pool of languages. Those of different pools must not be mixed, because equality is identity within one. */
export class Languages {
  private readonly known = new Map<string, Language>()
  private readonly derived = new Map<string, Language>()
  readonly patterns = new Map<string, Language | null>()
  readonly nothing = this.set([])
  readonly empty = this.make('e', true, { kind: 'empty' })
  readonly everything = this.make('a', true, {
    kind: 'times',
    of: this.set(CHARACTERS),
    min: 0,
    max: Infinity,
  })

  private make(key: string, hasEmpty: boolean, shape: object): Language {
    const found = this.known.get(key)
    if (found) return found
    const made = { id: this.known.size, hasEmpty, ...shape } as Language
    this.known.set(key, made)
    return made
  }

  set(set: CharSet): Language {
    return this.make(`s${set.join()}`, false, { kind: 'set', set })
  }

  word(text: string): Language {
    const characters = [...text].map((each) => each.codePointAt(0) ?? 0)
    return characters.reduceRight((next, each) => this.sequence(this.set([each, each]), next), this.empty)
  }

  sequence(first: Language, next: Language): Language {
    if (first === this.nothing || next === this.nothing) return this.nothing
    if (first === this.empty) return next
    if (next === this.empty) return first
    if (first.kind === 'then') return this.sequence(first.first, this.sequence(first.next, next))
    return this.make(`t${first.id},${next.id}`, first.hasEmpty && next.hasEmpty, {
      kind: 'then',
      first,
      next,
    })
  }

  times(of: Language, min: number, max: number): Language {
    if (max === 0 || of === this.empty) return this.empty
    if (of === this.nothing) return min === 0 ? this.empty : this.nothing
    if (min === 1 && max === 1) return of
    const least = of.hasEmpty ? 0 : min
    if (of.kind === 'set' && of.set === CHARACTERS && least === 0 && max === Infinity) return this.everything
    return this.make(`r${of.id},${least},${max}`, least === 0, { kind: 'times', of, min: least, max })
  }

  or(...parts: Language[]): Language {
    return this.join('or', parts, this.nothing, this.everything)
  }

  and(...parts: Language[]): Language {
    return this.join('and', parts, this.everything, this.nothing)
  }

  private join(kind: 'or' | 'and', parts: Language[], neutral: Language, final: Language): Language {
    const flat = parts.flatMap((each) => (each.kind === kind ? each.parts : [each]))
    const distinct = [...new Set(flat)].filter((each) => each !== neutral).sort((a, b) => a.id - b.id)
    const clashes = distinct.some((each) => each.kind === 'not' && distinct.includes(each.of))
    if (clashes || distinct.includes(final)) return final
    if (distinct.length <= 1) return distinct[0] ?? neutral
    const hasEmpty = kind === 'or' ? distinct.some(acceptsEmpty) : distinct.every(acceptsEmpty)
    return this.make(`${kind}${distinct.map(({ id }) => id).join()}`, hasEmpty, { kind, parts: distinct })
  }

  not(of: Language): Language {
    if (of.kind === 'not') return of.of
    if (of === this.nothing) return this.everything
    if (of === this.everything) return this.nothing
    return this.make(`n${of.id}`, !of.hasEmpty, { kind: 'not', of })
  }

  after(language: Language, character: number): Language {
    const key = `${language.id} ${character}`
    const found = this.derived.get(key)
    if (found) return found
    const made = this.derive(language, character)
    this.derived.set(key, made)
    return made
  }

  private derive(language: Language, character: number): Language {
    switch (language.kind) {
      case 'empty':
        return this.nothing
      case 'set':
        return contains(language.set, character) ? this.empty : this.nothing
      case 'then': {
        const first = this.sequence(this.after(language.first, character), language.next)
        return language.first.hasEmpty ? this.or(first, this.after(language.next, character)) : first
      }
      case 'or':
        return this.or(...language.parts.map((each) => this.after(each, character)))
      case 'and':
        return this.and(...language.parts.map((each) => this.after(each, character)))
      case 'not':
        return this.not(this.after(language.of, character))
      case 'times': {
        const { of, min, max } = language
        return this.sequence(this.after(of, character), this.times(of, Math.max(min - 1, 0), max - 1))
      }
    }
  }

  includes(language: Language, text: string): boolean {
    let rest = language
    for (const each of text) rest = this.after(rest, each.codePointAt(0) ?? 0)
    return rest.hasEmpty
  }

  *members(language: Language, budget: WorkBudget): Generator<string> {
    const seen = new Set([language])
    let level = [{ language, text: '' }]
    while (level.length > 0) {
      const next: typeof level = []
      for (const { language: here, text } of level) {
        budget.spend(3)
        if (here.hasEmpty) yield text
        for (const set of partition(here, budget).toSorted((a, b) => readable(a).rank - readable(b).rank)) {
          const { character } = readable(set)
          const below = this.after(here, character)
          if (below === this.nothing || seen.has(below)) continue
          seen.add(below)
          next.push({ language: below, text: text + String.fromCodePoint(character) })
        }
      }
      level = next
    }
  }
}

function acceptsEmpty({ hasEmpty }: Language): boolean {
  return hasEmpty
}

function partition(language: Language, budget: WorkBudget): CharSet[] {
  switch (language.kind) {
    case 'empty':
      return [CHARACTERS]
    case 'set':
      return [intersection(language.set, CHARACTERS), withoutChars(CHARACTERS, language.set)].filter(
        isInhabited,
      )
    case 'then': {
      const first = partition(language.first, budget)
      return language.first.hasEmpty ? crossed(first, partition(language.next, budget), budget) : first
    }
    case 'or':
    case 'and':
      return language.parts.map((each) => partition(each, budget)).reduce((a, b) => crossed(a, b, budget))
    case 'not':
    case 'times':
      return partition(language.of, budget)
  }
}

function crossed(a: CharSet[], b: CharSet[], budget: WorkBudget): CharSet[] {
  budget.spend((a.length * b.length) / 20)
  return a.flatMap((one) => b.map((other) => intersection(one, other))).filter(isInhabited)
}

function isInhabited(set: CharSet): boolean {
  return set.length > 0
}
