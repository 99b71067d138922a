import { listTypes } from '../../json-schema/tree/schema-tree.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import type { Chain } from './chain-candidates.ts'
import { declaredFields, type ListedContract } from './contract-features.ts'
import type { HaveFit, WantFit } from './judge-fit.ts'
import { searchableText } from './searchable-text.ts'

type Described = {
  title: string
  description: string
  contract: ListedContract | null
  have?: HaveFit
  want?: WantFit
  wordRank?: number
}

const MAX_NAMES = 4

/** Returns why a skill was found: “takes your `file`, returns `rows[]`; missing: currency”. */
export function describeFit({ have, want, contract, ...words }: Described, query: readonly string[]): string {
  const parts = [describeTaken(have), describeReturned(want, contract)].filter(Boolean).join(', ')
  const missing = have && have.missing.length > 0 && have.kind === 'partial' ? cutList(have.missing) : ''
  return [parts, describeWords(words, query), missing && `missing: ${missing}`].filter(Boolean).join('; ')
}

/** Returns why a chain was found: “`tables.read_csv` takes your `text`; its `rows` become `rows` of `tables.sum_rows`, …”. */
export function describeChain({ taken, links, want, first, second }: Chain): string {
  const what = taken.every((name) => name === '')
    ? 'what you have'
    : `your ${cutList(taken.filter(Boolean).map(quote))}`
  const handed = links.flatMap(({ field, from }) =>
    from.kind === 'output'
      ? [from.name === field ? quote(field) : `${quote(from.name)} as ${quote(field)}`]
      : [],
  )
  const own = links.flatMap(({ field, from }) => (from.kind === 'value' ? [quote(field)] : []))
  const also = own.length > 0 ? ` with your ${cutList(own)}` : ''
  const returned =
    want && want.at !== ''
      ? `, which returns what you need in ${quote(want.at.slice(1))}`
      : want
        ? ', which returns what you need'
        : ''
  return `${quote(first)} takes ${what}; its ${cutList(handed)} go to ${quote(second)}${also}${returned}`
}

function quote(name: string): string {
  return `\`${name}\``
}

function describeTaken(have: HaveFit | undefined): string {
  if (!have || have.kind === 'none') return ''
  if (have.kind === 'any') return 'accepts any input'
  const names = [...have.taken].map(([field, name]) =>
    name === ''
      ? `what you have as \`${field}\``
      : name === field
        ? `your \`${name}\``
        : `your \`${name}\` as \`${field}\``,
  )
  const version = have.version ? ` as input of version ${have.version}, which it migrates` : ''
  const change = have.kind === 'coerced' && !have.version ? ' after conversion' : ''
  const verb = have.kind === 'possible' ? 'could take' : 'takes'
  return `${verb} ${cutList(names)}${version}${change}`
}

function describeReturned(want: WantFit | undefined, contract: ListedContract | null): string {
  if (want?.kind === 'possible')
    return `returns ${quote(`${want.at.slice(1)}[]`)}, whose fields are not promised`
  if (want && want.kind !== 'none' && want.kind !== 'any') {
    const where = want.at === '' ? 'what you need' : `what you need in \`${want.at.slice(1)}\``
    return `returns ${where}${want.kind === 'coerced' ? ' after conversion' : ''}`
  }
  if (!contract) return ''
  const fields = [...declaredFields(contract.output)].filter(([name]) => name !== 'message')
  if (fields.length === 0) return ''
  return `returns ${cutList(fields.map(([name, schema]) => `\`${name}${isList(schema) ? '[]' : ''}\``))}`
}

function isList(schema: JsonSchema): boolean {
  return listTypes(schema).includes('array')
}

function describeWords(
  { title, description, wordRank }: Omit<Described, 'contract'>,
  query: readonly string[],
): string {
  if (wordRank === undefined || query.length === 0) return ''
  const text = ` ${searchableText(`${title} ${description}`)} `
  const found = query.filter((word) => text.includes(` ${word}`))
  return found.length > 0 ? `mentions ${cutList(found)}` : 'has similar words'
}

function cutList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}
