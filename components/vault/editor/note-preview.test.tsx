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
  ['a picture of another site is not shown',          '![p](https://x.example/p.png)',  '<span>[p]</span>'],
  ['a picture without its protocol is not shown',        '![p](//x.example/p.png)',        '<span>[p]</span>'],
  ['a drawing, which may contain code, is not shown',  '![p](p.svg)',                    '<span>[p]</span>'],
  ['a script URL is not a link',           '[x](javascript:alert(1))',       '<p>x</p>'],
  ['a path outside the vault is not a link', '[x](../../etc/passwd)',          '<p>x</p>'],
  ['an encoded path outside the vault is not a link',            '[x](..%5C..%5Cx.md)',            '<p>x</p>'],
  ['another site is a link',              '[x](https://x.example)',         'href="https://x.example" rel="noopener'],
])('in the preview of a note, %s', (_what, text, shown) => {
  expect(html(text)).toContain(shown)
})
