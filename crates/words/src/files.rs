//! What the system says about a file.

use crate::Language;
use std::io::ErrorKind::{
    self, InvalidData, IsADirectory, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem,
    StorageFull,
};

impl Language {
    /// Why a file cannot be read or written. `message` is the system's own, for kinds that have no words here.
    pub fn file_error(self, kind: ErrorKind, message: &str) -> String {
        let text = match kind {
            NotFound => self.pick(
                "there is no such file or folder",
                "没有这个文件或文件夹",
                "ファイルもフォルダーもありません",
            ),
            PermissionDenied => self.pick("permission denied", "没有权限", "許可がありません"),
            IsADirectory => self.pick("it is a folder", "它是一个文件夹", "フォルダーです"),
            StorageFull => self.pick("the disk is full", "磁盘已满", "ディスクがいっぱいです"),
            NotADirectory => self.pick(
                "a part of its path is a file and no folder",
                "路径中有一段是文件而不是文件夹",
                "パスの途中がフォルダーではなくファイルです",
            ),
            ReadOnlyFilesystem => {
                self.pick("the disk is read-only", "磁盘只读", "ディスクは読み取り専用です")
            }
            InvalidData => self.pick(
                "it is not the kind of file that is needed",
                "文件内容不符合要求",
                "必要な種類のファイルではありません",
            ),
            _ => {
                return self.pick(
                    message.to_owned(),
                    format!("系统错误（{message}）"),
                    format!("システムエラー（{message}）"),
                );
            }
        };
        text.into()
    }
}
