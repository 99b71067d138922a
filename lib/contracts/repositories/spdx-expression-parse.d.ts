/** The package brings no types. Only whether it throws is used. */
declare module 'spdx-expression-parse' {
  export default function parse(expression: string): object
}
