import { expect, test } from 'vitest'
import { readMailMarkdown } from './mail-markdown.ts'

test('a notice of plain sentences is not changed for its mail', async () => {
  const text = 'Runs are refused until you connect it again. It’s “Acme – 5 of 7 USDC”.'

  expect(await readMailMarkdown(text)).toBe(text)
})

test('a mail shows Markdown as HTML, and its text part has the addresses of links', async () => {
  const markdown =
    'Please **fix** [the name](/publish/1):\n\n- `a_b` is *too* short\n- see https://example.com'

  const { html, text } = (await readMailMarkdown(markdown)) as { html: string; text: string }

  expect(html).toContain(
    'Please <strong>fix</strong> <a href="http://localhost:3000/publish/1">the name</a>:',
  )
  expect(html).toContain('<li><code>a_b</code> is <em>too</em> short</li>')
  expect(text).toBe(
    'Please fix the name (http://localhost:3000/publish/1):\n\n- a_b is too short\n- see https://example.com',
  )
})

test('HTML, scripts and images in a notice do not get into its mail', async () => {
  const markdown =
    '<b>x</b> <script>alert(1)</script> [a](javascript:alert) ![pixel](https://evil.example/p.png)'

  const { html, text } = (await readMailMarkdown(markdown)) as { html: string; text: string }

  expect(html).not.toMatch(/<script|javascript:|<img|evil\.example/)
  expect(text).toContain('pixel')
  expect(text).not.toContain('evil.example')
})
