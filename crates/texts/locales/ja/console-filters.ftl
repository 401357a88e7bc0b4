# The console: filters.

filters-title = フィルター
filters-lead = フィルターは、受信したファイルのうちどれをクラウド接続に転送するかをファイル名で選択します。
filters-create = フィルターを作成
filters-none = フィルターはまだありません
filters-none-help = フィルターがない場合、ポータルが受信したすべてのファイルが接続に転送されます。
filters-name = 名前
filters-name-missing = 名前を入力してください。
filters-effect = 動作
filters-changed = 更新日時
filters-include-short = 一致するファイルのみ
filters-exclude-short = 一致するファイル以外
filters-more-patterns = { $count ->
   *[other] ほか { $count } 件
}
filters-which = どのファイルを転送しますか？
filters-include = 一致するファイルのみ
filters-include-help = ほかのファイルはスキップされます。
filters-exclude = 一致するファイル以外
filters-exclude-help = 一致するファイルはスキップされます。
filters-patterns = パターン
filters-patterns-help = RE2 構文の正規表現です。パターンが名前のどこかに見つかれば、ファイルは一致します。
filters-pattern = パターン { $number }
filters-add-pattern = パターンを追加
filters-remove-pattern = パターン { $number } を削除
filters-endings = 拡張子のパターンを作成
filters-endings-help = 正規表現は不要です。
filters-endings-add = 拡張子のパターンを追加
filters-saved = フィルター「{ $name }」を保存しました。
filters-delete-title = フィルター「{ $name }」を削除しますか？
filters-delete-body = この操作は元に戻せません。ポータルで使用している場合は、先にポータルから外してください。
filters-deleted = フィルター「{ $name }」を削除しました。
filters-try = ファイル名でテスト
filters-try-names = ファイル名
filters-try-help = 1 行に 1 つ、最大 { $most } 件。何も保存されません。
filters-try-result = { $all } 件のうち { $passing } 件のファイルが転送されます。
filters-try-broken = パターン { $number } は無効です：{ $reason }
filters-passes = 転送
filters-held-back = スキップ
