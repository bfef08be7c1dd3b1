/** Whether four bytes of a signature fall into a share of all, in percent. The same ones always do or never. */
export const isOfExperiment = (bytes: Buffer, share: number): boolean =>
  bytes.readUInt32BE(0) / 2 ** 32 < share / 100;
