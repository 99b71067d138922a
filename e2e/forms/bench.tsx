/**
 * The form engine on a page of its own, for tests: no site, no server, one form after another.
 *
 * Nothing of this is in the product. `forms.spec.ts` bundles it and drives it by `window.bench`.
 */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import '../../app/globals.css'
import { fillInputs } from './fill-inputs.ts'

/** What became of a submit: what arrived, or the sentences of the summary. */
type Outcome = { arrived?: string; refused?: string[] }

const root = createRoot(document.getElementById('root') as HTMLElement)
let drawn = 0
let arrived: string | undefined
let told: string | undefined

/** Keeps what the form tells it, as every parent does. */
function Parent({ schema, start }: { schema: JsonSchema; start?: Json }) {
  const [value, setValue] = useState(start)
  return (
    <SchemaForm
      schema={schema}
      value={value}
      idPrefix="input"
      submitLabel="Run"
      header={<h2 className="font-semibold text-sm">Input</h2>}
      onChange={(next) => {
        told = JSON.stringify(next)
        setValue(next)
      }}
      onSubmit={(sent) => {
        arrived = JSON.stringify(sent)
      }}
    />
  )
}

function draw(schema: JsonSchema, value?: Json): number {
  drawn++
  arrived = undefined
  told = undefined
  flushSync(() =>
    root.render(
      <main className="mx-auto max-w-6xl bg-background p-4 text-foreground">
        <section className="rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5">
          <Parent key={drawn} schema={schema} start={value} />
        </section>
      </main>,
    ),
  )
  return document.querySelectorAll('input, textarea, select, button').length
}

const tick = () => new Promise((done) => setTimeout(done))

function press(name: string): void {
  const buttons = [...document.querySelectorAll('button')]
  buttons.find((button) => button.textContent?.trim() === name)?.click()
}

/** As somebody who pastes into the twin, turns back to the form and sends it. */
async function sendByTwin(text: string): Promise<Outcome> {
  press('JSON')
  await tick()
  const twin = document.querySelector<HTMLTextAreaElement>('#input-json')
  if (!twin) throw new Error('There is no twin')
  type(twin, text)
  await tick()
  press('Form')
  await tick()
  return send()
}

async function send(): Promise<Outcome> {
  arrived = undefined
  press('Run')
  await tick()
  await tick()
  if (arrived !== undefined) return { arrived }
  return {
    refused: [...document.querySelectorAll('[role="alert"] li')].map((each) => each.textContent ?? ''),
  }
}

/** Sets a value as typing does: past React's own tracking, with the event it waits for. */
export function type(target: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): void {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set
  set?.call(target, text)
  target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const bench = {
  draw,
  send,
  sendByTwin,
  /** The value the form last told its parent. */
  told: () => told,
  /** Fills the inputs by hand; why not, when some value has no input that could say it. */
  fill: (schema: JsonSchema, value: Json) => fillInputs(schema, value, { type, tick }),
}

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
