/** Options of `podman run` for the services of deploy/compose.yml, so that tests run what operators do. */
import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

const DEPLOY = path.join(PROJECT_ROOT, 'deploy')

type Service = {
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  command?: string[]
  healthcheck?: { disable?: boolean }
}

type Values = {
  /** Values of the variables of the file. */
  variables: Record<string, string>
  /** Addresses of the compose network, such as `sandbox:7443`, with those that stand for them. */
  addresses: Record<string, string>
  /** Folder that contains what the file has in `./certs`. */
  certs: string
}

/** Throws for a variable of the file that `variables` lacks. */
export function readComposeService(name: string, { variables, addresses, certs }: Values) {
  const { services }: { services: Record<string, Service> } = parse(
    fs.readFileSync(path.join(DEPLOY, 'compose.yml'), 'utf8'),
    { merge: true },
  )
  const service = services[name]
  if (!service) throw new Error(`compose.yml has no service "${name}".`)
  const fill = (text: string) => {
    const filled = text.replace(/\$\{(\w+):\?\}/g, (_, variable: string) => {
      const value = variables[variable]
      if (value === undefined) throw new Error(`compose.yml needs ${variable}.`)
      return value
    })
    return Object.entries(addresses).reduce((before, [from, to]) => before.replace(from, to), filled)
  }
  const options = [
    ...(service.read_only ? ['--read-only'] : []),
    ...(service.tmpfs ?? []).flatMap((each) => ['--tmpfs', each]),
    ...(service.cap_drop ?? []).flatMap((each) => ['--cap-drop', each]),
    ...(service.security_opt ?? []).flatMap((each) => ['--security-opt', toPodman(each)]),
    ...Object.entries(service.environment ?? {}).flatMap(([key, value]) => [
      '--env',
      `${key}=${fill(value)}`,
    ]),
    ...(service.volumes ?? []).flatMap((each) => ['--volume', each.replace(/^\.\/certs/, certs)]),
    ...(service.healthcheck?.disable ? ['--no-healthcheck'] : []),
  ]
  return { options, command: service.command?.map(fill) ?? [] }
}

/** Podman has another word for this option of Docker. */
function toPodman(option: string): string {
  return option === 'systempaths=unconfined' ? 'unmask=ALL' : option
}
