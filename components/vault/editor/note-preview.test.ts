import { expect, test } from 'vitest'
import { linkedPath } from './note-preview.tsx'

// biome-ignore format: table
test.each([
  ['a file beside it',                  'Notes/a.md', 'b.md',               'Notes/b.md'],
  ['one in a folder',                   'a.md',       './Sub/b.md',         'Sub/b.md'],
  ['one above',                         'Notes/a.md', '../b.md',            'b.md'],
  ['one with spaces',                   'a.md',       'Plan%20B.md',        'Plan B.md'],
  ['with a place in it',                'a.md',       'b.md#Costs',         'b.md'],
  ['with a percent sign that is not an encoding',   'a.md',       '100%.md',            '100%.md'],
  ['nothing above the vault',           'Notes/a.md', '../../etc/passwd',   undefined],
  ['nothing hidden by encoding',        'a.md',       '%2e%2e/b.md',        undefined],
  ['no path with a backslash',          'a.md',       '..%5C..%5Cb.md',     undefined],
  ['no place in the text itself',       'a.md',       '#Costs',             undefined],
  ['no other site',                     'a.md',       'https://x.example',  undefined],
  ['no page of ours',                   'a.md',       '/runs',              undefined],
  ['nothing that runs',                 'a.md',       'javascript:alert(1)', undefined],
])('a link in a note means %s', (_what, from, address, path) => {
  expect(linkedPath(from, address)).toBe(path)
})
