import { knowledgeFileExtensions } from '../../knowledge.contract.ts';

/** For the file chooser: `.pdf,.docx,…`. */
export const acceptedFiles = knowledgeFileExtensions.map((extension) => `.${extension}`).join(',');

/** Largest file in MB that a server takes unless its operator set another bound. */
export const usualFileMegabytes = 15;

/** Whether a file name ends in a way that can become knowledge. The server looks at the content too. */
export function isKnowledgeFile(name: string): boolean {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  return name.includes('.') && knowledgeFileExtensions.some((known) => known === extension);
}
