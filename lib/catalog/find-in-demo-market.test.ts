/** What people and agents have and need, and which skills of the demo market take and return it. */
import { expect, test } from 'vitest'
import { loadDemoMarket } from '../../prisma/market/load-demo-market.ts'
import type { Json } from '../kernel/json/json.ts'
import { chainCandidates } from './model/chain-candidates.ts'
import { type Held, parseHeld } from './model/held.ts'
import { listedContract } from './model/listed-contract.ts'
import { type Candidate, isComplete, rankCandidates } from './model/rank-candidates.ts'

const MARKET: Candidate[] = loadDemoMarket().flatMap(({ handle, skillSets }) =>
  skillSets.flatMap(({ slug, versions }) => {
    const document = versions.at(-1)!
    return document.skills.map((skill) => ({
      name: `${handle}.${slug}.${skill.slug}`,
      title: skill.name,
      description: skill.description,
      contract: listedContract(document, skill),
      wordRank: undefined,
    }))
  }),
)

const CSV = 'name,age\nAda,36\nBob,4'
const HTML = '<p>Hello <b>x</b></p>'
const PROSE = 'The quick brown fox'
const WORKBOOK = `data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,${'UEsDBBQ'.repeat(8)}`
const TABLE = { type: 'array', items: { type: 'object' } }
const NUMBER = { type: 'number' }
const TEXT = { type: 'string' }

const hold = (sent: Json): Held => parseHeld(sent, '/have').held!

function find({ have, want }: { have?: Json; want?: Json }) {
  const sought = {
    ...(have !== undefined && { have: hold(have) }),
    ...(want !== undefined && { want: hold(want) }),
    limit: 50,
  }
  return rankCandidates(MARKET, sought).map((found) => ({ ...found, fits: isComplete(found, sought) }))
}

const slugOf = ({ name }: { name: string }) => name.split('.').at(-1)

test.each<[string, { have?: Json; want?: Json }, string]>([
  ['CSV, for a table', { have: CSV, want: TABLE }, 'csv_to_json'],
  ['CSV', { have: 'a,b\n1,2' }, 'csv_to_json'],
  ['CSV with semicolons and quoted commas', { have: 'a;b\n"x, y";2' }, 'csv_to_json'],
  ['HTML, for a text', { have: HTML, want: TEXT }, 'html_to_markdown'],
  ['the address of a page', { have: 'https://example.com/news', want: TABLE }, 'read_feed'],
  ['an RSS feed', { have: '<?xml version="1.0"?><rss version="2.0"><channel/></rss>' }, 'read_feed'],
  ['a PDF', { have: 'data:application/pdf;base64,JVBERi0xLjc=' }, 'pdf_text'],
  ['a picture', { have: 'data:image/png;base64,iVBORw0KGgo=' }, 'image_info'],
  ['an Excel file', { have: WORKBOOK }, 'sheet_to_json'],
  ['an Excel file under its name', { have: { workbook: WORKBOOK } }, 'sheet_to_json'],
])('%s goes to the skill that is for it, which fits', (_, request, slug) => {
  const [first] = find(request)

  expect(slugOf(first!)).toBe(slug)
  expect(first!.fits).toBe(true)
})

test('prose goes first to a skill for texts, which could fit', () => {
  const [first] = find({ have: PROSE, want: NUMBER })

  expect(first).toMatchObject({
    name: 'guildhall.text_tools.text_statistics',
    fits: false,
    have: { kind: 'possible' },
    why: expect.stringMatching(/^could take what you have as `text`, returns what you need in `/),
  })
})

test.each<[string, Json]>([
  ['CSV', CSV],
  ['prose', PROSE],
  ['HTML', HTML],
  ['CSV under the name of a file', { image: CSV, pdf: CSV, workbook: CSV, large_file: CSV }],
])('%s goes to no skill that takes files', (_, have) => {
  const found = find({ have }).map(slugOf)

  for (const slug of ['image_info', 'pdf_text', 'sheet_to_json', 'merge_pdfs'])
    expect(found).not.toContain(slug)
})

test.each([PROSE, 36, true])('nothing is said to fit %j for which only its type speaks', (have) => {
  expect(find({ have }).filter(({ fits }) => fits)).toEqual([])
})

test('a text of several lines goes to no field that shows one line', () => {
  expect(find({ have: CSV }).map(slugOf)).not.toContain('password_strength')
})

test.each<[string, Json, string]>([
  ['words', { words: 4 }, 'text_statistics'],
  ['CSV', { csv: 'a,b' }, 'json_to_csv'],
])('an example of %s that is needed finds the skill that returns more than that', (_, want, slug) => {
  const [first] = find({ want })

  expect(slugOf(first!)).toBe(slug)
  expect(first!.fits).toBe(true)
})

test('an example of rows finds skills whose rows promise no fields, and says so', () => {
  const found = find({ have: CSV, want: [{ name: 'Ada', age: 3 }] })

  expect(found[0]).toMatchObject({
    name: 'guildhall.data_tools.csv_to_json',
    fits: false,
    why: 'takes what you have as `csv`, returns `rows[]`, whose fields are not promised',
  })
})

test.each<[string, Json, Json, string[], object]>([
  [
    'an Excel file to CSV',
    { workbook: WORKBOOK },
    { csv: 'a,b' },
    ['sheet_to_json', 'json_to_csv'],
    { field: 'rows', from: { kind: 'output', name: 'rows' } },
  ],
  [
    'HTML to its number of words',
    { html: HTML },
    { words: 4 },
    ['html_to_markdown', 'text_statistics'],
    { field: 'text', from: { kind: 'output', name: 'markdown' } },
  ],
])('two skills turn %s', (_, have, want, slugs, link) => {
  const chains = chainCandidates(MARKET, { have: hold(have), want: hold(want), limit: 3 })

  expect([chains[0]?.first, chains[0]?.second].map((name) => name?.split('.').at(-1))).toEqual(slugs)
  expect(chains[0]?.links).toContainEqual(link)
})

test('no chain hands a list of warnings to a field that takes a file', () => {
  const chains = chainCandidates(MARKET, {
    have: hold(CSV),
    want: hold({ format: 'blob', type: 'string' }),
    limit: 20,
  })

  const links = chains.flatMap(({ links }) => links)
  expect(links.filter(({ field }) => ['large_file', 'image', 'pdf', 'workbook'].includes(field))).toEqual([])
})
