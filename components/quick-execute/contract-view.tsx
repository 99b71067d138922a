import type { JsonObject } from '#lib/contract/json/json.ts'
import { JsonBlock } from '../output/json-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

type ContractViewProps = { contract: JsonObject; hash: string; input: JsonObject; output: JsonObject }

/** The contract word for word: what goes in, what comes out, and the fingerprint of both. */
export function ContractView({ contract, hash, input, output }: ContractViewProps) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="text-muted-foreground">Contract hash</span>
        <code className="[overflow-wrap:anywhere]">{hash}</code>
        <CopyButton text={hash} label="Copy the contract hash" variant="ghost" />
        <CopyButton
          text={JSON.stringify(contract, null, 2)}
          label="Copy the whole contract"
          withLabel
          className="ml-auto"
        />
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Schema
          title="Input"
          hint="What the skill accepts. It is checked before anything runs."
          schema={input}
        />
        <Schema
          title="Result"
          hint="What the skill promises. A result that breaks it is withheld."
          schema={output}
        />
      </div>
    </div>
  )
}

function Schema({ title, hint, schema }: { title: string; hint: string; schema: JsonObject }) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h3 className="font-medium text-sm">{title} schema</h3>
      <p className="text-muted-foreground text-sm">{hint}</p>
      <JsonBlock value={schema} label={`${title} schema`} />
    </section>
  )
}
