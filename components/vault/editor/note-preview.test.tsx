// What a note links to is in the vault, on this site, or nowhere.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoteLocationContext, readNote } from './note-preview.tsx'

const html = (text: string) =>
  renderToStaticMarkup(
    <NoteLocationContext value={{ path: 'Notes/a.md', onOpen: () => {} }}>
      {readNote(text)}
    </NoteLocationContext>,
  )

// biome-ignore format: table
test.each([
  ['a link to another note opens it',     '[b](../b.md)',                   '<a href="/vault?file=b.md">b</a>'],
  ['a picture of the vault is shown',     '![p](p.png)',                    'src="/api/vault/file?path=Notes%2Fp.png"'],
  ['one of another site is not',          '![p](https://x.example/p.png)',  '<span>[p]</span>'],
  ['nor one without its protocol',        '![p](//x.example/p.png)',        '<span>[p]</span>'],
  ['nor a drawing, which may hold code',  '![p](p.svg)',                    '<span>[p]</span>'],
  ['a script URL is not a link',           '[x](javascript:alert(1))',       '<p>x</p>'],
  ['nor is what is outside the vault',    '[x](../../etc/passwd)',          '<p>x</p>'],
  ['nor what hides a way out',            '[x](..%5C..%5Cx.md)',            '<p>x</p>'],
  ['another site is a link',              '[x](https://x.example)',         'href="https://x.example" rel="noopener'],
])('%s', (_what, text, shown) => {
  expect(html(text)).toContain(shown)
})
