import { expect, test } from 'vitest'
import { NO_ACCESS_ENVIRONMENT } from '../testing/no-access-environment.ts'
import { parseMarkdownBullets, slugifyTitle } from './util/util-tools.ts'

// biome-ignore format: table
test.each<[string, number | undefined, string]>([
  ['Hello, World!',              undefined, 'hello-world'],
  ['Crème brûlée à la carte',    undefined, 'creme-brulee-a-la-carte'],
  ['  many   spaces -- here  ',  undefined, 'many-spaces-here'],
  ['ﬁne ① point',                undefined, 'fine-1-point'],
  ['日本語',                      undefined, ''],
  // A tab is removed, while a no-break space is normalised to a space.
  ['a\tb c\u00a0d',               undefined, 'ab-c-d'],
  ['snake_case_name',            undefined, 'snakecasename'],
  ['alpha beta gamma',           10,        'alpha-beta'],
  ['alpha beta gamma',           12,        'alpha-beta'],
  ['alphabetagamma',             5,         'alpha'],
  ['a'.repeat(120),              undefined, 'a'.repeat(100)],
])('util.slugifyTitle makes of “%s” within %s “%s”', async (title, maxLength, slug) => {
  expect(await slugifyTitle.run({ title, ...(maxLength && { maxLength }) }, NO_ACCESS_ENVIRONMENT)).toEqual({ slug })
})

const depths = async (text: string, allowNested?: boolean) => {
  const input = { text, ...(allowNested !== undefined && { allowNested }) }
  const { items } = await parseMarkdownBullets.run(input, NO_ACCESS_ENVIRONMENT)
  return items.map((item) => [item.text, item.depth])
}

// biome-ignore format: table
test.each<[string, string, [string, number][]]>([
    ['each marker',             '- a\n* b\n+ c\n1. d\n20. e',     [['a', 0], ['b', 0], ['c', 0], ['d', 0], ['e', 0]]],
    ['depth from indentation',  '- a\n  - b\n    - c\n  - d\n- e', [['a', 0], ['b', 1], ['c', 2], ['d', 1], ['e', 0]]],
    ['tabs',                    '- a\n\t- b\n    - c',             [['a', 0], ['b', 1], ['c', 1]]],
    ['a list that is indented', '  - a\n  - b',                    [['a', 0], ['b', 0]]],
    ['text between two lists',  '- a\nText\n  - b',                [['a', 0], ['b', 0]]],
    ['no code blocks',          '```\n- no\n```\n- yes',           [['yes', 0]]],
    ['code within a line',      '```x``` is code\n- a\n- b',      [['a', 0], ['b', 0]]],
    ['a fence in a fence',      '~~~\n```\n~~~ js\n- no\n~~~\n- a', [['a', 0]]],
    ['a fence with a language', '```md\n- no\n````\n- a',         [['a', 0]]],
    ['nothing that is not a bullet',    '-no\n*emphasis*\n-\n1) no',       []],
    ['Windows lines',           '- a\r\n- b',                      [['a', 0], ['b', 0]]],
  ])('util.parseMarkdownBullets reads %s', async (_what, text, items) => {
    expect(await depths(text)).toEqual(items)
  })

test('util.parseMarkdownBullets omits nested items if asked to, and counts the rest', async () => {
  expect(await depths('- a\n  - b\n- c', false)).toEqual([
    ['a', 0],
    ['c', 0],
  ])
  expect(
    await parseMarkdownBullets.run({ text: '- a\n  - b ', allowNested: true }, NO_ACCESS_ENVIRONMENT),
  ).toEqual({
    items: [
      { text: 'a', raw: '- a', depth: 0 },
      { text: 'b', raw: '  - b ', depth: 1 },
    ],
    count: 2,
  })
})
