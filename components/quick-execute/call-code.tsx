'use client'

/** The call that the form stands for, as programs and model APIs write it; it changes while somebody types. */
import type { ReactNode } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import {
  anthropicCall,
  commandCall,
  curlCall,
  mcpConfig,
  openaiCall,
  pythonCall,
  type SkillCall,
  typescriptCall,
} from '#lib/contract/market/call-code.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { hasSecrets, withoutSecrets } from '../schema-form/without-secrets.ts'
import { Link } from '../ui/link.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'
import { CodeBlock } from './code-block.tsx'
import { useCurrentInput } from './current-input.tsx'

export type CallCodeProps = {
  call: Omit<SkillCall, 'args'>
  parameters: JsonSchema
  /** The first example's input, for as long as nothing is filled in. */
  example: Json
  /** The skill as a tool of two model APIs; null for a contract that they cannot take. */
  tools: { name: string; openai: object; anthropic: object } | null
}

/** More is too long to read, and for some shells too long to take. */
const MAX_CHARS = 64 * 1024

export function CallCode({ call: skill, parameters, example, tools }: CallCodeProps) {
  const input = useCurrentInput()
  const args = input === undefined ? example : withoutSecrets(parameters, input)
  const isTooLong = JSON.stringify(args).length > MAX_CHARS
  const call = { ...skill, args: isTooLong ? example : args }

  return (
    <section className="grid min-w-0 gap-3" aria-labelledby="call-from-elsewhere">
      <h3 id="call-from-elsewhere" className="font-medium text-sm">
        Call it from elsewhere
      </h3>
      <p className="max-w-3xl text-pretty text-muted-foreground text-sm">
        {noteOf({ isFilled: input !== undefined, isTooLong, hasSecrets: hasSecrets(parameters) })} Make a key
        under{' '}
        <Link href={paths.keys} className="text-foreground underline underline-offset-4">
          API keys
        </Link>{' '}
        with the scope “run”, and keep it in <code className="text-xs">GUILDHALL_KEY</code>.
      </p>
      <Tabs defaultValue="curl" className="min-w-0">
        <TabsList aria-label="Language">
          {['curl', 'TypeScript', 'Python', 'MCP', ...(tools ? ['OpenAI', 'Anthropic'] : []), 'CLI'].map(
            (name) => (
              <TabsTrigger key={name} value={name}>
                {name}
              </TabsTrigger>
            ),
          )}
        </TabsList>
        <Language name="curl">
          <CodeBlock text={curlCall(call)} label="curl command" />
        </Language>
        <Language name="TypeScript" note="With the SDK, guildhall/sdk; in Node and in the browser.">
          <CodeBlock text={typescriptCall(call)} label="TypeScript program" />
        </Language>
        <Language name="Python" note="With the standard library; Python 3.">
          <CodeBlock text={pythonCall(call)} label="Python program" />
        </Language>
        <Language
          name="MCP"
          note="For the settings of an MCP client: the skill as a tool of its own, beside those of the Skills Protocol."
        >
          <CodeBlock text={mcpConfig(call)} label="MCP configuration" />
        </Language>
        {tools && (
          <>
            <Language name="OpenAI" note="The tool to send along, and what the model answers to call it so.">
              <CodeBlock text={JSON.stringify(tools.openai, null, 2)} label="OpenAI tool" />
              <CodeBlock text={openaiCall(tools.name, call.args)} label="OpenAI call" />
            </Language>
            <Language
              name="Anthropic"
              note="The tool to send along, and what the model answers to call it so."
            >
              <CodeBlock text={JSON.stringify(tools.anthropic, null, 2)} label="Anthropic tool" />
              <CodeBlock text={anthropicCall(tools.name, call.args)} label="Anthropic call" />
            </Language>
          </>
        )}
        <Language name="CLI" note="In the folder of this installation; it needs no key.">
          <CodeBlock text={commandCall(call)} label="CLI command" />
        </Language>
      </Tabs>
    </section>
  )
}

function Language({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <TabsContent value={name} className="grid min-w-0 gap-3 pt-3">
      {note && <p className="text-muted-foreground text-sm">{note}</p>}
      {children}
    </TabsContent>
  )
}

type Told = { isFilled: boolean; isTooLong: boolean; hasSecrets: boolean }

function noteOf({ isFilled, isTooLong, hasSecrets: leavesOut }: Told): string {
  if (!isFilled) return 'With an example, until you fill in the form above.'
  if (isTooLong) return 'What you filled in is too long to show here, so this is with an example.'
  return leavesOut
    ? 'With what you filled in above, its secrets left out.'
    : 'With what you filled in above; it changes as you type.'
}
