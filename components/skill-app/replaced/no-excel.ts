/** A frame has no room for the library of Excel files. Replaces `table-file.ts`. */
export async function toXlsx(): Promise<Blob> {
  throw new Error('Excel files are made on the site.')
}
