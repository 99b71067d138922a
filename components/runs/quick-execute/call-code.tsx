'use client'

import type { ReactNode } from 'react'
import { hasSecrets, withoutSecrets } from '#lib/contracts/forms/values/without-secrets.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import {
  anthropicCall,
  type CallSnippet,
  commandCall,
  curlCall,
  mcpConfig,
  openaiCall,
  pythonCall,
  sdkInstall,
  typescriptCall,
} from '#lib/protocols/snippets/call-snippets.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useCurrentInput } from './current-input.tsx'

export type CallCodeProps = {
  call: Omit<CallSnippet, 'args'>
  parameters: JsonSchema
  /** The input that is shown until the form is filled in. */
  example: Json
  tools: { name: string; openai: object; openaiResponses: object; anthropic: object } | null
}

/** Longer input is not shown, because some shells allow no longer arguments. */
const MAX_CHARS = 64 * 1024

export function CallCode({ call: skill, parameters, example, tools }: CallCodeProps) {
  const input = useCurrentInput()
  const args = input === undefined ? example : withoutSecrets(parameters, input)
  const isTooLong = JSON.stringify(args).length > MAX_CHARS
  const call = { ...skill, args: isTooLong ? example : args }

  return (
    <section className="grid min-w-0 gap-3" aria-labelledby="call-from-elsewhere">
      <h3 id="call-from-elsewhere" className="font-medium text-sm">
        Call this skill
      </h3>
      <p className="max-w-3xl text-pretty text-muted-foreground text-sm">
        {describeSource({ isFilled: input !== undefined, isTooLong, hasSecrets: hasSecrets(parameters) })}{' '}
        Create a key under{' '}
        <TextLink href={paths.keys} className="text-foreground">
          API keys
        </TextLink>{' '}
        with the “run” scope and store it in <code className="text-xs">GUILDHALL_KEY</code>.
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
        <SnippetTab name="curl">
          <CodeBlock text={curlCall(call)} label="curl command" />
        </SnippetTab>
        <SnippetTab
          name="TypeScript"
          note="Install the SDK in a new folder, save the program there as call.mjs, and run “node call.mjs” (Node ≥ 20.19). The program is TypeScript too."
        >
          <CodeBlock text={sdkInstall(call.origin)} label="Commands that install the SDK" />
          <CodeBlock text={typescriptCall(call)} label="TypeScript program" />
        </SnippetTab>
        <SnippetTab name="Python" note="Uses only the standard library of Python 3.">
          <CodeBlock text={pythonCall(call)} label="Python program" />
        </SnippetTab>
        <SnippetTab
          name="MCP"
          note="Add this to the settings of an MCP client. The skill becomes a tool next to those of the Skills Protocol."
        >
          <CodeBlock text={mcpConfig(call)} label="MCP configuration" />
        </SnippetTab>
        {tools && <ModelTools tools={tools} args={call.args} />}
        <SnippetTab
          name="CLI"
          note="The command line of this site, for Node ≥ 20.19 and npm. Its command “login” stores a key, or set GUILDHALL_KEY."
        >
          <CodeBlock text={commandCall(call)} label="CLI command" />
        </SnippetTab>
      </Tabs>
    </section>
  )
}

function ModelTools({ tools, args }: { tools: NonNullable<CallCodeProps['tools']>; args: Json }) {
  return (
    <>
      <SnippetTab
        name="OpenAI"
        note="The tool definition for Chat Completions and the Responses API, and the tool call that the model returns."
      >
        <CodeBlock text={JSON.stringify(tools.openai, null, 2)} label="OpenAI tool" />
        <CodeBlock
          text={JSON.stringify(tools.openaiResponses, null, 2)}
          label="OpenAI tool for the Responses API"
        />
        <CodeBlock text={openaiCall(tools.name, args)} label="OpenAI call" />
      </SnippetTab>
      <SnippetTab name="Anthropic" note="The tool definition, and the tool call that the model returns.">
        <CodeBlock text={JSON.stringify(tools.anthropic, null, 2)} label="Anthropic tool" />
        <CodeBlock text={anthropicCall(tools.name, args)} label="Anthropic call" />
      </SnippetTab>
    </>
  )
}

function SnippetTab({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <TabsContent value={name} className="grid min-w-0 gap-3 pt-3">
      {note && <p className="text-muted-foreground text-sm">{note}</p>}
      {children}
    </TabsContent>
  )
}

type NoteState = { isFilled: boolean; isTooLong: boolean; hasSecrets: boolean }

function describeSource({ isFilled, isTooLong, hasSecrets: omitsSecrets }: NoteState): string {
  if (!isFilled) return 'Shows an example until you fill in the form above.'
  if (isTooLong) return 'Your input is too long to show here, so this shows an example.'
  return omitsSecrets
    ? 'Uses your input from the form above, without its secrets.'
    : 'Uses your input from the form above and updates as you type.'
}
