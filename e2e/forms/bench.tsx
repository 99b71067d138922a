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
export type Outcome = { arrived?: string; refused?: string[] }

/** What became of one schema: a fresh form, and each value by the twin and by hand. */
export type Trial = {
  /** How many inputs and buttons a fresh form has. */
  drawn: number
  fresh: Outcome
  /** `byHand` only of what was sent by the twin; a sentence when some part of it has no input. */
  values: { byTwin: Outcome; byHand?: Outcome | string }[]
}

const root = createRoot(document.getElementById('root') as HTMLElement)
let drawn = 0
let arrived: string | undefined
let held: Json | undefined

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
        held = next
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
  held = value
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

/** Draws a schema, fills it with each value in every way there is, and sends it. All of it as JSON text. */
async function tryOut(schemaText: string, valueTexts: string[]): Promise<Trial> {
  const schema = JSON.parse(schemaText) as JsonSchema
  const trial: Trial = { drawn: draw(schema), fresh: await send(), values: [] }
  for (const text of valueTexts) {
    const byTwin = await sendByTwin(text)
    trial.values.push({
      byTwin,
      ...(byTwin.arrived && { byHand: await sendByHand(schema, JSON.parse(text)) }),
    })
  }
  return trial
}

/** As somebody who pastes into the twin, turns back to the form and sends it. */
async function sendByTwin(text: string): Promise<Outcome> {
  await press('JSON')
  const twin = document.querySelector<HTMLTextAreaElement>('#input-json')
  if (!twin) throw new Error('There is no twin')
  type(twin, text)
  await tick()
  await press('Form')
  return send()
}

async function sendByHand(schema: JsonSchema, value: Json): Promise<Outcome | string> {
  draw(schema, {})
  return (await fillInputs(schema, value, { type, tick, held: () => held ?? {} })) ?? send()
}

async function send(): Promise<Outcome> {
  arrived = undefined
  await press('Run')
  if (arrived !== undefined) return { arrived }
  return {
    refused: [...document.querySelectorAll('[role="alert"] li')].map((each) => each.textContent ?? ''),
  }
}

async function press(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  buttons.find((button) => button.textContent?.trim() === name)?.click()
  await tick()
}

/** Sets a value as typing does: past React's own tracking, with the event it waits for. */
function type(target: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string): void {
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set
  set?.call(target, text)
  target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/**
 * Until React has drawn what an event changed, and what its effects changed in turn. It does both in microtasks, so
 * there is nothing to wait for but one's turn, and no clock decides what has been drawn.
 */
async function tick(): Promise<void> {
  for (let round = 0; round < 4; round++) await null
}

const bench = { tryOut }

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
