import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ConfigForm as ConfigFormView } from '#lib/config/get-config-form.ts'
import { ConfigForm } from './config-form.tsx'

const definition = { type: 'STRING', required: true, order: 0 } as const

function draw(canEdit: boolean) {
  const form = {
    canEdit,
    organisationName: 'Acme',
    missing: [],
    fields: [
      {
        definition: { ...definition, key: 'sender', label: 'Sender' },
        isSecret: false,
        hosts: [],
        value: 'Ada',
      },
      {
        definition: { ...definition, key: 'api_key', label: 'API key', type: 'SECRET' },
        isSecret: true,
        hosts: ['api.example.com'],
        set: { updatedAtMs: 0, hint: 'wxyz' },
      },
    ],
  } as Partial<ConfigFormView>
  return renderToStaticMarkup(<ConfigForm form={form as ConfigFormView} save={async () => ({}) as never} />)
}

test('a stored secret can be replaced or removed, and a plain setting is in its field', () => {
  const html = draw(true)

  expect(html).toMatch(/<input[^>]*id="config\/sender"[^>]*value="Ada"/)
  expect(html).toContain('aria-label="Replace API key"')
  expect(html).toContain('…wxyz')
  expect(html).toContain('Only sent to api.example.com.')
  expect(html).not.toContain('type="password"')
})

test('a member sees settings but cannot change them', () => {
  const html = draw(false)

  expect(html).toContain('Only owners and admins of Acme can change these settings.')
  expect(html).toMatch(/<input[^>]*id="config\/sender"[^>]*disabled/)
  expect(html).not.toContain('Replace API key')
})
