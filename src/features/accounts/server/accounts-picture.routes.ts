import { AppError, commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import {
  accountsPictureEndpoints,
  accountsPictureErrors,
  largestPicture,
} from '../accounts-picture.contract.ts';
import type { AccountsPicture } from './accounts-picture.usecases.ts';

export function accountsPictureRoutes(binder: Binder, usecases: AccountsPicture): void {
  bindEndpoints(binder, accountsPictureEndpoints, {
    async setPicture({ user, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const { bytes } = await uploadedFile(request, {
        admit: () => usecases.checkUpload(user),
        missing: accountsPictureErrors.imageUnusable,
        maxBytes: largestPicture,
      });
      return usecases.set(user, Buffer.from(bytes));
    },
    removePicture: ({ user }) => usecases.remove(user),
    async picture({ params, reply }) {
      const image = await usecases.byKey(params.key);
      if (!image) throw new AppError(commonErrors.notFound);
      await reply
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .type(image.type)
        .send(image.bytes);
      return {};
    },
  });
}
