import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SkillButton } from '#lib/contracts/document/skillset-document.ts'
import { OutputPanel } from './output-panel.tsx'

const RUN: SkillButton = { label: 'Greet Eve', payload: '{"name":"Eve"}' }
const MESSAGE: SkillButton = { label: 'Track Package', payload: 'TRACK_PACKAGE' }

function draw(
  buttons: SkillButton[],
  more: { canRun?: boolean; state?: 'succeeded' | 'running' | 'failed' } = {},
) {
  const { canRun = true, state = 'succeeded' } = more
  const run = { state, versionNumber: '1.0.0', mode: 'production', skillName: 'acme.mail.greet' } as const
  return renderToStaticMarkup(
    <OutputPanel
      run={{ ...run, ...(state === 'succeeded' && { output: { message: 'Hello.' } }) }}
      buttons={buttons}
      onRun={canRun ? () => {} : undefined}
    />,
  )
}

test('a button with a word copies it for an agent, and the panel says so', () => {
  const html = draw([MESSAGE])

  expect(html).toMatch(/<button[^>]*title="Copies “TRACK_PACKAGE”"/)
  expect(html).toContain('Track Package')
  expect(html).toContain('Each copies a message for your conversation with an agent that uses this skill')
})

test('a button with a JSON object runs the skill, or opens it with that input where it cannot run', () => {
  expect(draw([RUN])).toMatch(/<button[^>]*>(?:<[^>]*>)*\s*Greet Eve/)
  expect(draw([RUN], { canRun: false })).toContain(
    `href="/acme/mail/greet#input=${encodeURIComponent('{"name":"Eve"}')}"`,
  )
})

test('inputs to try and messages to an agent are told apart', () => {
  const html = draw([RUN, MESSAGE])

  expect(html).toContain('It replaces yours in the form, and the skill runs again.')
  expect(html).toContain('Messages to an agent.')
})

test('a run without a result has no next actions', () => {
  expect(draw([RUN, MESSAGE], { state: 'running' })).not.toContain('Next actions')
  expect(draw([RUN, MESSAGE], { state: 'failed' })).not.toContain('Next actions')
})
