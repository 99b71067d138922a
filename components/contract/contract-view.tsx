import type { ReactNode } from 'react'
import { type Agreeable, permissionLines } from '#lib/contract/document/permission-words.ts'
import type { JsonObject } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { PermissionList } from '../installs/permission-list.tsx'
import { JsonBlock } from '../output/json-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Link } from '../ui/link.tsx'
import { DownloadContract } from './download-contract.tsx'
import { FieldTable } from './field-table.tsx'
import { HashLine } from './hash-line.tsx'

type ContractViewProps = {
  name: string
  contract: JsonObject
  hashes: { contract: string; permissions: string }
  input: JsonObject
  output: JsonObject
  /** The SkillSet with this skill alone. */
  agreeable: Agreeable
  /** Whether everybody can fetch it. */
  isPublic: boolean
}

/** What is promised, in words and word for word: in, out, errors, versions, permissions, and the fingerprints. */
export function ContractView(props: ContractViewProps) {
  const { name, contract, hashes, input, output, agreeable, isPublic } = props
  const version = String(contract.version)
  const lines = permissionLines(agreeable)
  return (
    <div className="grid grid-cols-1 gap-8">
      <Part title="Input" hint="Checked before anything runs. Omitted fields take their defaults.">
        <FieldTable label="Parameters" schema={input} side="input" />
      </Part>
      <Part title="Output" hint="The promise. A result that breaks it is withheld and costs nothing.">
        <FieldTable label="Response" schema={output} side="output" />
      </Part>
      <Part title="Permissions">
        {lines.length > 0 ? (
          <PermissionList lines={lines} />
        ) : (
          <p className="text-muted-foreground text-sm">None: it only computes from its input.</p>
        )}
      </Part>
      <Part title="Errors and versions">
        <p className="max-w-2xl text-pretty text-muted-foreground text-sm">
          Every failure has a code from{' '}
          <Link href={paths.docsErrors} className="underline underline-offset-4">
            the error table
          </Link>
          , which says whether retrying can help. Version {version} never changes; a version that accepts or
          promises less gets{' '}
          <Link href={`${paths.docsContracts}#versions`} className="underline underline-offset-4">
            a new major number
          </Link>
          .
        </p>
      </Part>

      <Part title="Contract document" hint="The whole contract as self-contained JSON Schema.">
        <div className="flex flex-wrap items-center gap-2">
          <DownloadContract name={name} contract={contract} />
          <CopyButton text={JSON.stringify(contract, null, 2)} label="Copy contract" withLabel />
          {isPublic && (
            <a
              href={paths.contractDocument(name, version)}
              className="text-sm underline underline-offset-4 [overflow-wrap:anywhere]"
            >
              {paths.contractDocument(name, version)}
            </a>
          )}
        </div>
        <dl className="grid gap-2 rounded-lg border border-border bg-card p-4">
          <HashLine name="Contract hash" hash={hashes.contract}>
            Changes whenever input or output change, and only then.
          </HashLine>
          <HashLine name="Permissions hash" hash={hashes.permissions}>
            Changes with the permissions, the texts for agents and the price.
          </HashLine>
        </dl>
        <div className="grid gap-6 lg:grid-cols-2">
          <Schema title="Input" schema={input} />
          <Schema title="Result" schema={output} />
        </div>
      </Part>
    </div>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <div className="grid gap-0.5">
        <h3 className="font-semibold">{title}</h3>
        {hint && <p className="text-muted-foreground text-sm">{hint}</p>}
      </div>
      {children}
    </section>
  )
}

function Schema({ title, schema }: { title: string; schema: JsonObject }) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      <h4 className="font-medium text-sm">{title} schema</h4>
      <JsonBlock value={schema} label={`${title} schema`} />
    </div>
  )
}
