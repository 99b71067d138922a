import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test } from 'vitest'
import { NoticeList } from './notice-list.tsx'

test('the body of a notification is rendered as Markdown, without HTML', async () => {
  const body = 'A period is **due** <script>1</script>.'
  const notice = { id: '1', kind: null, title: 'Rejected', body, href: null, isRead: true, atMs: 0 }
  const markRead = async () => ({ ok: true as const, data: undefined })

  const { prelude } = await prerenderToNodeStream(<NoticeList notices={[notice]} markRead={markRead} />)

  const html = await text(prelude)
  expect(html).toContain('<strong>due</strong>')
  expect(html).not.toContain('<script>1')
})
